/** A ref that moves the focus to an element when it is shown, because the button that was pressed is gone. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
