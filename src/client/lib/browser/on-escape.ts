import type { KeyboardEvent } from 'react'

/** A key handler for a part of a panel: Escape leaves that part, and does not reach the panel. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.stopPropagation()
  leave()
}
