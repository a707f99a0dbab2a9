/** Focus options of the toast after a deletion: the focus returns to the item next to the deleted one. */
export function focusNextItem() {
  const button = document.activeElement
  const item = button?.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return {
    takesFocus: button?.matches(':focus-visible') ?? false,
    returnTo: () => (neighbour?.isConnected ? neighbour.querySelector('a') : null),
  }
}
