import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateAssets } from '#client/entities/business/assets.api.ts'
import type { CreateAttempt } from '#client/lib/forms/create-attempt.ts'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type {
  Document,
  DocumentForm,
  DocumentsPage,
  DocumentVersion,
  DocumentVersionText,
  UpdateDocument,
} from '#shared/contract/documents.ts'
import type { ExportFormat } from '#shared/contract/exports.ts'
import { broadcastDocumentChange, onDocumentChange } from './document-broadcast.ts'

const root = ['documents'] as const
const pathOf = (id: string) => `/documents/${encodeURIComponent(id)}`

export const documentQueries = {
  /** Newest change first. */
  list: (q: string) =>
    pagedQuery<DocumentsPage>({
      queryKey: [...root, 'list', q],
      path: '/documents',
      query: { q: q || undefined },
      // A reply may have been saved in another tab.
      staleTime: 0,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...root, 'detail', id],
      queryFn: ({ signal }) => request<Document>('GET', pathOf(id), { signal }),
      staleTime: 0,
    }),
  versions: (id: string) =>
    queryOptions({
      queryKey: [...root, 'versions', id],
      queryFn: ({ signal }) => request<DocumentVersion[]>('GET', `${pathOf(id)}/versions`, { signal }),
      staleTime: 0,
    }),
  /** A version is immutable. */
  version: (id: string, version: number) =>
    queryOptions({
      queryKey: [...root, 'version', id, version],
      queryFn: ({ signal }) =>
        request<DocumentVersionText>('GET', `${pathOf(id)}/versions/${version}`, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** Invalidates every list that may hold a document. */
function listsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [...root, 'list'] })
  void invalidateAssets(client)
}

function keep(client: QueryClient, document: Document): Document {
  client.setQueryData(documentQueries.detail(document.id).queryKey, document)
  void client.invalidateQueries({ queryKey: documentQueries.versions(document.id).queryKey })
  listsChanged(client)
  broadcastDocumentChange(document.id)
  return document
}

/** Idempotent by the attempt's id. @throws {ApiError} */
export const createDocument = async (
  client: QueryClient,
  attempt: CreateAttempt,
  text: DocumentForm,
): Promise<Document> =>
  keep(
    client,
    await attempt.create(text, {
      create: (body) => request<Document>('POST', '/documents', { body }),
      find: (id) => request<Document>('GET', pathOf(id)),
      replace: ({ id, version }, body) =>
        request<Document>('PATCH', pathOf(id), { body: { ...body, version } }),
    }),
  )

/** Creates a version. @throws {ApiError} CONFLICT when `version` is not the newest. */
export const updateDocument = async (
  client: QueryClient,
  id: string,
  body: UpdateDocument,
): Promise<Document> => keep(client, await request<Document>('PATCH', pathOf(id), { body }))

/** A document as it is stored; another tab's change and a return to the page load it again. */
export function useDocument(id: string) {
  const client = useQueryClient()
  useEffect(
    () =>
      onDocumentChange((changedId) => {
        if (changedId !== id) return
        void client.invalidateQueries({ queryKey: documentQueries.detail(id).queryKey })
        void client.invalidateQueries({ queryKey: documentQueries.versions(id).queryKey })
      }),
    [client, id],
  )
  return useQuery({
    ...documentQueries.detail(id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

/** {@link restoreDocument} undoes it for some days. @throws {ApiError} */
export async function deleteDocument(client: QueryClient, id: string): Promise<void> {
  await request<DeletedAsset>('DELETE', pathOf(id))
  client.removeQueries({ queryKey: documentQueries.detail(id).queryKey })
  listsChanged(client)
  broadcastDocumentChange(id)
}

/** @throws {ApiError} */
export async function restoreDocument(client: QueryClient, id: string): Promise<void> {
  keep(client, await request<Document>('POST', `${pathOf(id)}/restore`))
}

/** @throws {ApiError} */
export const fetchDocumentFile = (id: string, format: ExportFormat): Promise<NamedFile> =>
  fetchFile(`${pathOf(id)}/export?format=${format}`, `documento.${format}`)
