/** Whether the keyboard goes to the notice of a deletion, and where from there: to the item after the one that left. */
export function focusNextItem() {
  const button = document.activeElement
  const item = button?.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return {
    takesFocus: button?.matches(':focus-visible') ?? false,
    returnTo: () => (neighbour?.isConnected ? neighbour.querySelector('a') : null),
  }
}
