import { asc, isNull } from 'drizzle-orm'
import type { Label } from '#shared/contract/labels.ts'
import type { Db } from '../../db/connect.ts'
import { labels } from '../../db/schema/index.ts'

export type LabelRow = typeof labels.$inferSelect

export const toLabel = (row: LabelRow): Label => ({
  id: row.id,
  name: row.name,
  description: row.description,
  order: row.order,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export async function listLabels(db: Db): Promise<Label[]> {
  const rows = await db
    .select()
    .from(labels)
    .where(isNull(labels.deletedAt))
    .orderBy(asc(labels.order), asc(labels.id))
  return rows.map(toLabel)
}
