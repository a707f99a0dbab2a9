import { desc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditEntry, AuditPage } from '#shared/contract/audit.ts'
import { Id, type PageQuery } from '#shared/contract/common.ts'
import type { Db } from '../../db/connect.ts'
import { auditEntries } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'

const toAuditEntry = ({ createdAt, ...entry }: typeof auditEntries.$inferSelect): AuditEntry => ({
  ...entry,
  createdAt: createdAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

/** What administrators did, the latest first. */
export async function listAuditEntries(db: Db, query: PageQuery): Promise<AuditPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      place &&
        sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(query.limit + 1)
  return toPage(rows, query.limit, toAuditEntry, (row) => [row.createdAt.toISOString(), row.id])
}
