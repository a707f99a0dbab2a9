import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { searchLength } = LIMITS

/** What a creator keeps, and agents can be grounded in. */
export const AssetKind = mini.enum(['product', 'brand', 'offer', 'document'], 'Tipo inválido')
export type AssetKind = mini.infer<typeof AssetKind>

/** An asset as a list shows it. */
export const AssetSummary = z.object({
  kind: AssetKind,
  id: Id,
  name: z.string(),
  /** A product's type, a brand's audience, an offer's big idea; shortened. Null where there is none. */
  detail: z.string().nullable(),
  updatedAt: Timestamp,
})
export type AssetSummary = z.infer<typeof AssetSummary>

export const AssetsPage = pageOf(AssetSummary)
export type AssetsPage = z.infer<typeof AssetsPage>

/** `q` looks into names without caring for case or accents; `without` leaves one kind out. */
export const AssetsQuery = PageQuery.extend({
  q: z.string().trim().max(searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  kind: z.optional(AssetKind),
  without: z.optional(AssetKind),
})
export type AssetsQuery = z.infer<typeof AssetsQuery>

/** Of the pages of one kind. */
export const AssetPageQuery = PageQuery.extend({ q: AssetsQuery.shape.q })
export type AssetPageQuery = z.infer<typeof AssetPageQuery>

/** Deletes also what offers use; without it that is a conflict whose `details.offers` names them. */
export const DeleteAssetQuery = z.strictObject({
  force: z.stringbool({ error: 'Valor inválido' }).default(false),
})

/** What was deleted can be restored until then. */
export const DeletedAsset = z.object({ id: Id, restorableUntil: Timestamp })
export type DeletedAsset = z.infer<typeof DeletedAsset>
