import { sql } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { makeBrand, makeDocument, makeOffer, makeProduct } from './business.ts'

export type ContextKind = Exclude<keyof MessageContext, 'collectionIds' | 'sourceIds'>
export type Things = Record<ContextKind, string>

const TABLES = { productIds: 'products', brandIds: 'brands', offerIds: 'offers', documentIds: 'documents' }

export const CONTEXT_KINDS = Object.keys(TABLES) as ContextKind[]

/** Inserts one asset of each kind under this name; returns their ids. */
export async function makeContextAssets(
  db: Db,
  { userId, name }: { userId: string; name: string },
): Promise<Things> {
  const productId = await makeProduct(db, { userId, name })
  const brandId = await makeBrand(db, { userId, name })
  return {
    productIds: productId,
    brandIds: brandId,
    offerIds: await makeOffer(db, { userId, name, productIds: [productId], brandIds: [brandId] }),
    documentIds: await makeDocument(db, { userId, title: name }),
  }
}

/** Deletes or restores assets of one kind through the API. */
export async function setDeleted(
  db: Db,
  { kind, ids, isDeleted }: { kind: ContextKind; ids: string[]; isDeleted: boolean },
): Promise<void> {
  const deletedAt = isDeleted ? sql`now()` : sql`null`
  await db.execute(sql`update ${sql.identifier(TABLES[kind])} set deleted_at = ${deletedAt}
    where id = any(${sql.param(ids)}::uuid[])`)
}
