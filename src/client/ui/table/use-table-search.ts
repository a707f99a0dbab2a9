import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

type Search = Record<string, string | undefined>

const pathOf = ({ latestLocation }: AnyRouter) => latestLocation.pathname.replace(/\/$/, '')

/**
 * Search, filters and sort order of a table, kept in the page's address. `search` is the route's `useSearch()`, read by
 * `readTable`.
 */
export function useTableSearch<S extends Search>(search: S) {
  const router = useRouter()
  const [here] = useState(() => pathOf(router))
  const put = (values: Search) => {
    // A debounced search must not undo a navigation that happened since.
    if (pathOf(router) !== here) return
    // Untyped here; the route validates the parameters.
    void router.navigate({
      to: '.',
      search: ((current: Search) => ({ ...current, ...values })) as never,
      replace: true,
      resetScroll: false,
    })
  }
  const { sort, ...narrowing } = search
  return {
    q: search.q ?? '',
    sort,
    /** Undefined removes a value. Replaces the history entry. */
    change: (values: Partial<S>) => put(values),
    onSearch: (text: string) => put({ q: text || undefined }),
    onSort: (next: string) => put({ sort: next }),
    /** A search or filter is active, so an empty result does not mean an empty table. */
    isNarrowed: Object.values(narrowing).some(Boolean),
    /** Removes search and filters, keeps the sort order. */
    onClear: () => put(Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined]))),
  }
}
