import { useDebouncedValue } from '@mantine/hooks'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { AssetSummary, AssetsPage } from '#shared/contract/assets.ts'
import { assetQueries } from './assets.api.ts'

/** Enough for most users, whose searches then need no request. */
const LIMIT = 50
const TYPING_PAUSE_MS = 150

const itemsOf = (data: InfiniteData<AssetsPage> | undefined): AssetSummary[] =>
  data?.pages.flatMap(({ items }) => items) ?? []

/** Searches the user's assets by name; the items match `typed` also while a request is under way. */
export function useAssetSearch(typed: string) {
  const query = typed.trim()
  const [text] = useDebouncedValue(query, TYPING_PAUSE_MS)
  // Fetched again whenever a list opens: another tab may have created an asset.
  const newest = useInfiniteQuery({ ...assetQueries.list({ limit: LIMIT }), staleTime: 0 })
  const isWhole = newest.data?.pages.at(-1)?.hasMore === false
  const found = useInfiniteQuery({
    ...assetQueries.list({ limit: LIMIT, q: text }),
    enabled: newest.isSuccess && !isWhole && text !== '',
  })
  const isAsked = newest.isSuccess && !isWhole && query !== ''
  const isFound = isAsked && text === query && found.isSuccess
  const shown = isFound ? found : newest
  const hasNothing = itemsOf(newest.data).length === 0
  return {
    items: itemsOf(shown.data).filter(({ name }) => hasWords(name, query)),
    /** The user has no assets. */
    isEmpty: newest.isSuccess && hasNothing && !newest.isFetching,
    isPending: (hasNothing && newest.isFetching) || (isAsked && !isFound && !found.isError),
    error: newest.isError && !newest.data ? newest.error : isAsked && found.isError ? found.error : null,
    retry: () => void (newest.isError ? newest.refetch() : found.refetch()),
    list: shown,
  }
}
