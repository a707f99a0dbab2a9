import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { READER_HEADER } from '#shared/offline-cache.ts'

let reader: string | undefined

/** Sets the user whose cached answers this browser may show; undefined when signed out. */
export function setOfflineReader(userId: string | undefined): void {
  reader = userId
}

/** Headers that allow a cached answer without a network; none without a reader. */
export const offlineReaderHeaders = (): Record<string, string> => (reader ? { [READER_HEADER]: reader } : {})

/** A cached answer fills an empty query, and never replaces data. */
export const cacheFallback = ({ client, queryKey }: { client: QueryClient; queryKey: QueryKey }) => ({
  mayBeKept: client.getQueryData(queryKey) === undefined,
})
