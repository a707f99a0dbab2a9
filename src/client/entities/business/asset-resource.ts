import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import { invalidateAssets } from './assets.api.ts'

type Page<Asset> = { items: Asset[]; nextCursor: string | null; hasMore: boolean }

const NOUNS = ['products', 'brands', 'offers'] as const

const pathOf = (noun: string, id: string) => `/${noun}/${encodeURIComponent(id)}`

/** Queries and calls of products, brands or offers, whose APIs are alike. */
export function assetResource<Asset extends { id: string; name: string }, Body>(
  noun: (typeof NOUNS)[number],
) {
  return {
    /** Newest change first. */
    list: (q = '') =>
      pagedQuery<Page<Asset>>({
        queryKey: [noun, 'list', q],
        path: `/${noun}`,
        query: { q: q || undefined },
      }),
    /** Never from the cache: a form must not open with stale values. */
    detail: (id: string) =>
      queryOptions({
        queryKey: [noun, 'detail', id],
        staleTime: 0,
        queryFn: ({ signal }) => request<Asset>('GET', pathOf(noun, id), { signal }),
      }),
    find: (id: string) => request<Asset>('GET', pathOf(noun, id)),
    /** Idempotent by id. */
    create: (body: Body & { id: string }) => request<Asset>('POST', `/${noun}`, { body }),
    update: (id: string, changes: Partial<Body>) =>
      request<Asset>('PATCH', pathOf(noun, id), { body: changes }),
    /** Rejects with CONFLICT when offers use it, named in `details.offers`, unless forced. */
    remove: (id: string, isForced: boolean) =>
      request<DeletedAsset>('DELETE', pathOf(noun, id), { query: { force: isForced || undefined } }),
    restore: (id: string) => request<Asset>('POST', `${pathOf(noun, id)}/restore`),
  }
}

/** Queries and calls of one kind. */
export type AssetResource<Asset extends { id: string; name: string }, Body> = ReturnType<
  typeof assetResource<Asset, Body>
>

/** Invalidates every kind: offers show products and brands. */
export async function invalidateBusiness(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidateAssets(client),
    ...NOUNS.map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  ])
}
