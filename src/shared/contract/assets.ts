import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { searchLength } = LIMITS

export const AssetKind = mini.enum(['product', 'brand', 'offer', 'document'], 'Tipo inválido')
export type AssetKind = mini.infer<typeof AssetKind>

/** An asset in a list. */
export const AssetSummary = z.object({
  kind: AssetKind,
  id: Id,
  name: z.string(),
  /** Type of a product, audience of a brand, big idea of an offer; shortened. Null when empty. */
  detail: z.string().nullable(),
  /** A product or an offer that lacks required fields. */
  isDraft: z.boolean(),
  updatedAt: Timestamp,
})
export type AssetSummary = z.infer<typeof AssetSummary>

export const AssetsPage = pageOf(AssetSummary)
export type AssetsPage = z.infer<typeof AssetsPage>

/** `q` searches names, ignoring case and accents; `without` excludes one kind. */
export const AssetsQuery = PageQuery.extend({
  q: z.string().trim().max(searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  kind: z.optional(AssetKind),
  without: z.optional(AssetKind),
})
export type AssetsQuery = z.infer<typeof AssetsQuery>

/** Query of the lists of one kind. */
export const AssetPageQuery = PageQuery.extend({ q: AssetsQuery.shape.q })
export type AssetPageQuery = z.infer<typeof AssetPageQuery>

/**
 * `force` also deletes assets that offers use; without it the answer is CONFLICT with the offers in
 * `details.offers`.
 */
export const DeleteAssetQuery = z.strictObject({
  force: z.stringbool({ error: 'Valor inválido' }).default(false),
})

/** The deletion can be undone until `restorableUntil`. */
export const DeletedAsset = z.object({ id: Id, restorableUntil: Timestamp })
export type DeletedAsset = z.infer<typeof DeletedAsset>
