/** Whether a page that appears must leave the focus where it is: in an open dialog, or in a toast that asked for it. */
export const isFocusTaken = (): boolean =>
  document.querySelector('[aria-modal="true"], [data-notice]:focus-within') !== null
