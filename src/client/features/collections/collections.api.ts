import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { uploadFile } from '#client/lib/http/upload-file.ts'
import type { Collection, CollectionForm, Collections } from '#shared/contract/collections.ts'
import type { FoundPassages, Source, SourcesPage } from '#shared/contract/sources.ts'

const root = ['collections'] as const
const pathOf = (id: string) => `/collections/${encodeURIComponent(id)}`
const sourcePath = (id: string) => `/sources/${encodeURIComponent(id)}`

/** While sources are read, their progress is asked for. */
const WATCH_MS = 1_000
const isPending = ({ state }: Source) => state !== 'ready' && state !== 'failed'

export const collectionQueries = {
  list: queryOptions({
    queryKey: [...root, 'list'],
    queryFn: ({ signal }) => request<Collections>('GET', '/collections', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(({ pending }) => pending > 0) ? WATCH_MS : false),
  }),
  sources: (id: string) => ({
    ...pagedQuery<SourcesPage>({
      queryKey: [...root, 'sources', id],
      path: `${pathOf(id)}/sources`,
      staleTime: 0,
    }),
    refetchInterval: ({ state }: { state: { data: { pages: SourcesPage[] } | undefined } }) =>
      state.data?.pages.some(({ items }) => items.some(isPending)) ? WATCH_MS : false,
  }),
  search: (q: string, collectionId: string | undefined) =>
    queryOptions({
      queryKey: [...root, 'search', collectionId ?? '', q],
      queryFn: ({ signal }) =>
        request<FoundPassages>('GET', '/collections/search', { query: { q, collectionId }, signal }),
      enabled: q !== '',
      staleTime: 0,
    }),
}

/** Reads every list and search of collections again. */
export const collectionsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })

/** The calls; each throws {ApiError}. */
export const collectionCalls = {
  create: (body: CollectionForm & { id: string }) => request<Collection>('POST', '/collections', { body }),
  update: (id: string, body: CollectionForm) => request<Collection>('PATCH', pathOf(id), { body }),
  remove: (id: string) => request('DELETE', pathOf(id)),
}

export const sourceCalls = {
  sendFile: (
    collectionId: string,
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ) => uploadFile<Source>(`${pathOf(collectionId)}/sources/file`, file, options),
  addPage: (collectionId: string, address: string) =>
    request<Source>('POST', `${pathOf(collectionId)}/sources/page`, { body: { address } }),
  rename: (id: string, name: string) => request<Source>('PATCH', sourcePath(id), { body: { name } }),
  readAgain: (id: string) => request<Source>('POST', `${sourcePath(id)}/read`),
  remove: (id: string) => request('DELETE', sourcePath(id)),
}
