const GAP_PX = 4
const EDGE_PX = 8

/**
 * Sets `--left` and `--top` of a panel, in viewport pixels: below its button, or above it if there is more room. The
 * styles may override them on a phone.
 */
export function positionPopover(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = panel
  const below = at.bottom + GAP_PX
  const isBelow = below + offsetHeight <= innerHeight - EDGE_PX || at.top < innerHeight / 2
  const left = at.left + offsetWidth <= innerWidth - EDGE_PX ? at.left : at.right - offsetWidth
  panel.style.setProperty('--left', `${Math.max(EDGE_PX, left)}px`)
  panel.style.setProperty('--top', `${isBelow ? below : Math.max(EDGE_PX, at.top - offsetHeight - GAP_PX)}px`)
}
