import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AssetKind, AssetsPage } from '#shared/contract/assets.ts'
import type { Brand } from '#shared/contract/brands.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Offer } from '#shared/contract/offers.ts'
import type { Product } from '#shared/contract/products.ts'
import { type AssetItem, type ContextItem, contextItemKey, isAsset } from './context-items.ts'

export type AssetsFilter = {
  q?: string | undefined
  kind?: AssetKind | undefined
  without?: AssetKind
  limit?: number
}

const root = ['assets'] as const

export const assetQueries = {
  /** Newest change first. */
  list: (filter: AssetsFilter = {}) =>
    pagedQuery<AssetsPage>({
      queryKey: [...root, filter],
      path: '/assets',
      query: { ...filter, q: filter.q || undefined },
    }),
  /** The products, brands and offers of `items`, with those that the offers name; without deleted ones. */
  details: (items: readonly ContextItem[]) =>
    queryOptions({
      queryKey: [
        ...root,
        'details',
        items.filter((it) => isAsset(it) && it.kind !== 'document').map(contextItemKey),
      ],
      queryFn: ({ signal }) => fetchDetails(items, signal),
    }),
  /** Name of an asset; empty when it was deleted. */
  name: ({ kind, id }: AssetItem) =>
    queryOptions({
      queryKey: [...root, 'name', kind, id],
      queryFn: async ({ signal }) => {
        const asset = await fetchAsset(kind, id, signal)
        if (!asset) return ''
        return 'title' in asset ? asset.title : asset.name
      },
    }),
}

export type AssetDetails = { products: Product[]; brands: Brand[]; offers: Offer[] }

type Details = { product: Product; brand: Brand; offer: Offer; document: Document }

/** Undefined when it was deleted. */
export async function fetchAsset<Kind extends AssetKind>(
  kind: Kind,
  id: string,
  signal?: AbortSignal,
): Promise<Details[Kind] | undefined> {
  try {
    return await request<Details[Kind]>('GET', `/${kind}s/${id}`, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function fetchDetails(items: readonly ContextItem[], signal: AbortSignal): Promise<AssetDetails> {
  const fetchAll = async <Kind extends AssetKind>(kind: Kind, ids: string[]) => {
    const found = await Promise.all([...new Set(ids)].map((id) => fetchAsset(kind, id, signal)))
    return found.filter((asset) => asset !== undefined)
  }
  const idsOf = (kind: AssetKind) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const offers = await fetchAll('offer', idsOf('offer'))
  const [products, brands] = await Promise.all([
    fetchAll('product', [...idsOf('product'), ...offers.flatMap(({ productIds }) => productIds)]),
    fetchAll('brand', [...idsOf('brand'), ...offers.flatMap(({ brandIds }) => brandIds)]),
  ])
  return { products, brands, offers }
}

/** Invalidates every list of asset names. Call it after each change to an asset. */
export const invalidateAssets = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })
