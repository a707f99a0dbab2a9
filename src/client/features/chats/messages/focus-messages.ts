/** Hands the focus of a button that is about to disappear to the messages around it. */
export function focusMessages(button: HTMLElement): void {
  button.closest('section')?.focus({ preventScroll: true })
}
