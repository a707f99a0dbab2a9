import { useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

/** Items in the order of `ids`; the others keep their order at the end. */
export function sortByIds<Item>(
  items: readonly Item[],
  ids: readonly string[],
  keyOf: (item: Item) => string,
) {
  const placeOf = (item: Item) => {
    const at = ids.indexOf(keyOf(item))
    return at < 0 ? ids.length : at
  }
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * An order that is shown at once and stored in the background, one call at a time. When `store` rejects, the items' own
 * order returns, with a toast.
 */
export function useSortableOrder<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  store: (ids: string[]) => Promise<unknown>,
) {
  const [wanted, setWanted] = useState<string[] | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const reorder = (ids: string[]) => {
    setWanted(ids)
    const turn: Promise<unknown> = last.current
      .then(() => store(ids))
      .catch((error: unknown) => showToast(errorText(error), 'error'))
      .then(() => {
        // A later move is pending, and its order is shown.
        if (last.current === turn) setWanted(null)
      })
    last.current = turn
  }
  return { ordered: wanted ? sortByIds(items, wanted, keyOf) : items, reorder }
}
