/** Replaces a part of what an input contains, by default what is selected, as if it was typed: Ctrl+Z brings back what was there. */
export function insertText(
  input: HTMLTextAreaElement,
  text: string,
  from = input.selectionStart,
  to = input.selectionEnd,
): void {
  input.focus()
  input.setSelectionRange(from, to)
  // Nothing else adds to what the browser can undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand('insertText', false, text)) return
  input.setRangeText(text, from, to, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
