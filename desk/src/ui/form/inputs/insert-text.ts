/** Replaces a part of the text of an input, by default the selection, as if it were typed. Ctrl+Z undoes it. */
export function insertText(
  input: HTMLTextAreaElement,
  text: string,
  from = input.selectionStart,
  to = input.selectionEnd,
): void {
  input.focus()
  input.setSelectionRange(from, to)
  // No other API adds to the undo history of the browser.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand('insertText', false, text)) return
  input.setRangeText(text, from, to, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
