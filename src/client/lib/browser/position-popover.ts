const GAP_PX = 4
const EDGE_PX = 8

/**
 * Says by `--left` and `--top`, in pixels of the window, where a panel stands: under its button, or above it where there
 * is more room. The style takes it from there, and may overrule it on a phone.
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
