import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { READER_HEADER } from '#shared/offline-cache.ts'

let reader: string | undefined

/** Names the person to whom this browser may show what it kept of theirs; undefined while there is nobody. */
export function setOfflineReader(userId: string | undefined): void {
  reader = userId
}

/** Asks for a kept answer where there is no network; without a reader none may come. */
export const offlineReaderHeaders = (): Record<string, string> => (reader ? { [READER_HEADER]: reader } : {})

/** What was kept fills an empty screen, and never takes the place of what is known there already. */
export const cacheFallback = ({ client, queryKey }: { client: QueryClient; queryKey: QueryKey }) => ({
  mayBeKept: client.getQueryData(queryKey) === undefined,
})
