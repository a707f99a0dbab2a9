import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

type Search = Record<string, string | undefined>

/** A page is the same with and without a slash at its end. */
const pathOf = ({ latestLocation }: AnyRouter) => latestLocation.pathname.replace(/\/$/, '')

/**
 * What a table is searched, filtered and sorted by, kept in its page's address: `search` is the route's
 * `useSearch()`, read by `readTable`. Goes together with `SearchField`, which waits for a pause and loses no letter.
 */
export function useTableSearch<S extends Search>(search: S) {
  const router = useRouter()
  const [here] = useState(() => pathOf(router))
  const put = (values: Search) => {
    // Typing that comes late must not take back a link that was followed meanwhile.
    if (pathOf(router) !== here) return
    // The page's parameters have no type here: its route reads them anew, whatever they are.
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
    /** Undefined takes a value away. History keeps one entry for the page, however often it is narrowed. */
    change: (values: Partial<S>) => put(values),
    onSearch: (text: string) => put({ q: text || undefined }),
    onSort: (next: string) => put({ sort: next }),
    /** Something is searched or filtered by, so that nothing found does not mean that nothing is there. */
    isNarrowed: Object.values(narrowing).some(Boolean),
    /** Everything again, in the order chosen. */
    onClear: () => put(Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined]))),
  }
}
