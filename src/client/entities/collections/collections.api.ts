import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { STORAGE_KEY } from '#client/entities/billing/storage.api.ts'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { uploadFile } from '#client/lib/http/upload-file.ts'
import type {
  AcervoUsage,
  Collection,
  CollectionForm,
  Collections,
  HouseCollection,
  HouseCollectionForm,
  HouseCollections,
} from '#shared/contract/collections.ts'
import type { FoundPassages, Source, SourcePassages, SourcesPage } from '#shared/contract/sources.ts'
import type { CollectionOwner } from './collection-owner.ts'
import { isMeaningPending } from './source-words.ts'

const root = ['collections'] as const
const ROOTS = {
  person: { collections: '/collections', sources: '/sources' },
  house: { collections: '/collections/admin', sources: '/sources/admin' },
} as const
const pathOf = (owner: CollectionOwner, id: string) => `${ROOTS[owner].collections}/${encodeURIComponent(id)}`
const sourcePath = (owner: CollectionOwner, id: string) => `${ROOTS[owner].sources}/${encodeURIComponent(id)}`

type Listed<Owner extends CollectionOwner> = Owner extends 'house' ? HouseCollections : Collections

/** While sources are read, their progress is asked for. */
const WATCH_MS = 1_000
/** While passages are not found by meaning yet, which takes a second for some of them. */
const MEANING_WATCH_MS = 5_000
const isPending = ({ state }: Source) => state !== 'ready' && state !== 'failed'

export const collectionQueries = {
  list: <Owner extends CollectionOwner>(owner: Owner) =>
    queryOptions({
      queryKey: [...root, 'list', owner],
      queryFn: ({ signal }) => request<Listed<Owner>>('GET', ROOTS[owner].collections, { signal }),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => {
        if (data?.items.some(({ pending }) => pending > 0)) return WATCH_MS
        return data && isMeaningPending(data) ? MEANING_WATCH_MS : false
      },
    }),
  sources: (owner: CollectionOwner, id: string) => ({
    ...pagedQuery<SourcesPage>({
      queryKey: [...root, 'sources', id],
      path: `${pathOf(owner, id)}/sources`,
      staleTime: 0,
    }),
    refetchInterval: ({ state }: { state: { data: { pages: SourcesPage[] } | undefined } }) =>
      state.data?.pages.some(({ items }) => items.some(isPending)) ? WATCH_MS : false,
  }),
  /** Passages of the person's own source, in their order. */
  passages: (sourceId: string, from: number) =>
    queryOptions({
      queryKey: [...root, 'passages', sourceId, from],
      queryFn: ({ signal }) =>
        request<SourcePassages>('GET', `${sourcePath('person', sourceId)}/passages`, {
          query: { from },
          signal,
        }),
      staleTime: 0,
    }),
  /** Replies of each agent that cite sources. */
  usage: () =>
    queryOptions({
      queryKey: [...root, 'usage'],
      queryFn: ({ signal }) => request<AcervoUsage>('GET', '/collections/admin/usage', { signal }),
      staleTime: 60_000,
    }),
  search: (owner: CollectionOwner, q: string, collectionId: string | undefined) =>
    queryOptions({
      queryKey: [...root, 'search', owner, collectionId ?? '', q],
      queryFn: ({ signal }) =>
        request<FoundPassages>('GET', `${ROOTS[owner].collections}/search`, {
          query: { q, collectionId },
          signal,
        }),
      enabled: q !== '',
      staleTime: 0,
    }),
}

/** Reads every list and search of collections again, and how full the plan's room is. */
export async function collectionsChanged(client: QueryClient): Promise<void> {
  await Promise.all([root, STORAGE_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** The calls; each throws {ApiError}. */
export const collectionCalls = {
  create: (body: CollectionForm & { id: string }) => request<Collection>('POST', '/collections', { body }),
  update: (id: string, body: CollectionForm) => request<Collection>('PATCH', pathOf('person', id), { body }),
  createHouse: (body: HouseCollectionForm & { id: string }) =>
    request<HouseCollection>('POST', '/collections/admin', { body }),
  updateHouse: (id: string, body: HouseCollectionForm) =>
    request<HouseCollection>('PATCH', pathOf('house', id), { body }),
  remove: (owner: CollectionOwner, id: string) => request('DELETE', pathOf(owner, id)),
}

type Into = { owner: CollectionOwner; collectionId: string }
type Sending = { signal: AbortSignal; onProgress: (part: number) => void }

export const sourceCalls = {
  sendFile: ({ owner, collectionId }: Into, file: File, options: Sending) =>
    uploadFile<Source>(`${pathOf(owner, collectionId)}/sources/file`, file, options),
  /** A new version of a source's file; the same file changes nothing. */
  replaceFile: (owner: CollectionOwner, id: string, file: File, options: Sending) =>
    uploadFile<Source>(`${sourcePath(owner, id)}/file`, file, { ...options, method: 'PUT' }),
  addPage: ({ owner, collectionId }: Into, address: string) =>
    request<Source>('POST', `${pathOf(owner, collectionId)}/sources/page`, { body: { address } }),
  addDocument: (collectionId: string, documentId: string) =>
    request<Source>('POST', `${pathOf('person', collectionId)}/sources/document`, { body: { documentId } }),
  keepAttachment: (collectionId: string, attachmentId: string) =>
    request<Source>('POST', `${pathOf('person', collectionId)}/sources/attachment`, {
      body: { attachmentId },
    }),
  rename: (owner: CollectionOwner, id: string, name: string) =>
    request<Source>('PATCH', sourcePath(owner, id), { body: { name } }),
  /** Subtitles of the house, and the tutorial whose video has them. */
  link: (id: string, tutorialId: string | null) =>
    request<Source>('PATCH', sourcePath('house', id), { body: { tutorialId } }),
  readAgain: (owner: CollectionOwner, id: string) => request<Source>('POST', `${sourcePath(owner, id)}/read`),
  remove: (owner: CollectionOwner, id: string) => request('DELETE', sourcePath(owner, id)),
  fetchFile: (owner: CollectionOwner, { id, name }: Pick<Source, 'id' | 'name'>): Promise<NamedFile> =>
    fetchFile(`${sourcePath(owner, id)}/file`, name),
}
