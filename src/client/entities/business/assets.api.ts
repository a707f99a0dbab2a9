import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AssetKind, AssetsPage } from '#shared/contract/assets.ts'
import type { Brand } from '#shared/contract/brands.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Offer } from '#shared/contract/offers.ts'
import type { Product } from '#shared/contract/products.ts'
import { type ContextItem, contextItemKey } from './context-items.ts'

export type AssetsFilter = {
  q?: string | undefined
  kind?: AssetKind | undefined
  without?: AssetKind
  limit?: number
}

const root = ['assets'] as const

/** Products, brands, offers and documents of the person by their names, the one changed last first. */
export const assetQueries = {
  list: (filter: AssetsFilter = {}) =>
    pagedQuery<AssetsPage>({
      queryKey: [...root, filter],
      path: '/assets',
      query: { ...filter, q: filter.q || undefined },
    }),
  /**
   * All that is known of the products, brands and offers among some, and of what the offers bring along; what is gone is
   * left out.
   */
  details: (items: readonly ContextItem[]) =>
    queryOptions({
      queryKey: [...root, 'details', items.filter(({ kind }) => kind !== 'document').map(contextItemKey)],
      queryFn: ({ signal }) => fetchDetails(items, signal),
    }),
  /** What one is called; empty where it is gone. */
  name: ({ kind, id }: ContextItem) =>
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

/** One of them; undefined where it is gone. */
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

/** Has the names of assets read again wherever they are listed; call it after every change to one. */
export const invalidateAssets = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })
