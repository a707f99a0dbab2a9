import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { restoreChat } from '#client/entities/chats/chat-mutations.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { EmptiedTrash, TrashItem, TrashKind, TrashPage } from '#shared/contract/trash.ts'

const TRASH_KEY = ['trash'] as const

/** Last deleted first. */
export const trashQuery = (filter: { q: string; kind: TrashKind | undefined }) =>
  pagedQuery<TrashPage>({
    queryKey: [...TRASH_KEY, filter],
    path: '/trash',
    query: { q: filter.q || undefined, kind: filter.kind },
    // Something may have been deleted on any screen.
    staleTime: 0,
  })

const ASSET_PATHS = { product: 'products', brand: 'brands', offer: 'offers', document: 'documents' } as const

/** Brings an item back, with all that hung on it; resolves to its address. @throws {ApiError} */
export async function restoreItem(client: QueryClient, { kind, id }: TrashItem): Promise<string> {
  if (kind === 'chat') {
    const { agentId } = await restoreChat(client, id)
    await drop(client, id)
    return `/app/${agentId}/${id}`
  }
  await request('POST', `/${ASSET_PATHS[kind]}/${id}/restore`)
  void client.invalidateQueries({ queryKey: ['documents'] })
  void invalidateBusiness(client)
  await drop(client, id)
  return `/app/personalizacao/${ADDRESSES[kind]}/${id}`
}

const ADDRESSES = { product: 'produtos', brand: 'marcas', offer: 'ofertas', document: 'documentos' } as const

/** @throws {ApiError} */
export async function deleteForGood(client: QueryClient, { kind, id }: TrashItem): Promise<void> {
  await request('DELETE', `/trash/${kind}/${id}`)
  await drop(client, id)
}

/** @throws {ApiError} */
export async function emptyTrash(client: QueryClient): Promise<void> {
  await request<EmptiedTrash>('DELETE', '/trash')
  await client.invalidateQueries({ queryKey: TRASH_KEY })
}

/** Takes an item off the shown lists at once. */
async function drop(client: QueryClient, id: string): Promise<void> {
  await client.cancelQueries({ queryKey: TRASH_KEY })
  client.setQueriesData<InfiniteData<TrashPage>>(
    { queryKey: TRASH_KEY },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  )
  void client.invalidateQueries({ queryKey: TRASH_KEY })
}
