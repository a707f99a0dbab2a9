import { type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Spotlight marks the chosen row for the eye alone, and forgets it when the rows change. This says it to screen readers
 * as well, and chooses the first row of every new answer.
 */
export function useSelection(
  store: SpotlightStore,
  listId: string,
  field: RefObject<HTMLInputElement | null>,
): void {
  // Rendering at each choice, so that the effect follows it.
  useSpotlight(store)
  const shown = useRef('')
  useEffect(() => {
    const rows = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])]
    const ids = rows.map((row) => row.id).join(' ')
    const before = rows.findIndex((row) => row.hasAttribute('data-selected'))
    const chosen = before < 0 || shown.current !== ids ? Math.min(0, rows.length - 1) : before
    shown.current = ids
    if (chosen !== before) rows[before]?.removeAttribute('data-selected')
    rows[chosen]?.setAttribute('data-selected', 'true')
    if (chosen >= 0 && store.getState().selected !== chosen) {
      store.updateState((state) => ({ ...state, selected: chosen }))
    }
    for (const [index, row] of rows.entries()) row.setAttribute('aria-selected', String(index === chosen))
    const id = rows[chosen]?.id
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
  })
}
