/** Moves the focus from a control that is about to disappear to the list of messages around it. */
export function focusMessages(control: HTMLElement | null): void {
  control?.closest('section')?.focus({ preventScroll: true })
}
