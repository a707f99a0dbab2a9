import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import { invalidateAssets } from './assets.api.ts'

type Page<Asset> = { items: Asset[]; nextCursor: string | null; hasMore: boolean }

const NOUNS = ['products', 'brands', 'offers'] as const

const pathOf = (noun: string, id: string) => `/${noun}/${encodeURIComponent(id)}`

/** Questions and calls about one kind of what a creator keeps; the three kinds answer alike. */
export function assetResource<Asset extends { id: string; name: string }, Body>(
  noun: (typeof NOUNS)[number],
) {
  return {
    /** Page by page, the one changed last first. */
    list: (q = '') =>
      pagedQuery<Page<Asset>>({
        queryKey: [noun, 'list', q],
        path: `/${noun}`,
        query: { q: q || undefined },
      }),
    /** Asked for each time: a form that opens with what is old would save it again. */
    detail: (id: string) =>
      queryOptions({
        queryKey: [noun, 'detail', id],
        staleTime: 0,
        queryFn: ({ signal }) => request<Asset>('GET', pathOf(noun, id), { signal }),
      }),
    create: (body: Body) => request<Asset>('POST', `/${noun}`, { body }),
    update: (id: string, changes: Partial<Body>) =>
      request<Asset>('PATCH', pathOf(noun, id), { body: changes }),
    /** What offers use is a CONFLICT whose `details.offers` names them, unless it is forced. */
    remove: (id: string, isForced: boolean) =>
      request<DeletedAsset>('DELETE', pathOf(noun, id), { query: { force: isForced || undefined } }),
    restore: (id: string) => request<Asset>('POST', `${pathOf(noun, id)}/restore`),
  }
}

/** One kind's questions and calls, as its list needs them. */
export type AssetResource<Asset extends { id: string; name: string }> = Pick<
  ReturnType<typeof assetResource<Asset, never>>,
  'list' | 'detail' | 'remove' | 'restore'
>

/** Has everything that shows assets read again; offers show products and brands, so that all kinds are meant. */
export async function invalidateBusiness(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidateAssets(client),
    ...NOUNS.map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  ])
}
