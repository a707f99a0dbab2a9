import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import type { AuditEntry, AuditPage, AuditQuery } from '#shared/contract/audit.ts'
import { Id } from '#shared/contract/scalars.ts'
import { deviceOf } from '../../auth/accounts/device.ts'
import type { Db } from '../../db/connect.ts'
import { auditEntries } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'

type Row = typeof auditEntries.$inferSelect

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function toAuditEntry({ createdAt, userAgent, details, ...entry }: Row): AuditEntry {
  const { before, after, ...rest } = details
  return {
    ...entry,
    details: rest,
    before: isFields(before) ? before : null,
    after: isFields(after) ? after : null,
    device: userAgent ? deviceOf(userAgent) : null,
    createdAt: createdAt.toISOString(),
  }
}

const Place = z.tuple([Instant, Id])

/** Terms of a search; further ones are ignored. */
const MAX_WORDS = 8

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const ACTIONS = Object.entries(AUDIT_ACTIONS).map(([action, words]) => ({
  action,
  words: fold(`${action} ${words}`),
}))

const names = sql`fold_text(concat_ws(' ', ${auditEntries.actorName}, ${auditEntries.subjectName}, ${auditEntries.entityName}))`

/** Every term must match a name or the action's label. */
const matchesTerm = (q: string): SQL | undefined =>
  and(
    ...q
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, MAX_WORDS)
      .map((word) => {
        const inNames = sql`${names} like '%' || fold_text(${escapeLike(word)}) || '%'`
        const meant = ACTIONS.filter(({ words }) => words.includes(fold(word))).map(({ action }) => action)
        return meant.length > 0 ? or(inNames, inArray(auditEntries.action, meant)) : inNames
      }),
  )

const startOf = (day: SQL): SQL => sql`((${day})::timestamp at time zone 'America/Sao_Paulo')`

const isAbout = (entity: NonNullable<AuditQuery['entity']>) =>
  entity === 'user' ? isNull(auditEntries.entity) : eq(auditEntries.entity, entity)

/** Audit entries, newest first. @throws {AppError} VALIDATION_ERROR for a cursor of another list. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<AuditPage> {
  const { q, action, entity, actorId, from, to, limit } = query
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        q ? matchesTerm(q) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        entity ? isAbout(entity) : undefined,
        actorId ? eq(auditEntries.actorId, actorId) : undefined,
        from ? sql`${auditEntries.createdAt} >= ${startOf(sql`${from}::date`)}` : undefined,
        to ? sql`${auditEntries.createdAt} < ${startOf(sql`${to}::date + 1`)}` : undefined,
        place &&
          sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit + 1)
  return toPage(rows, limit, toAuditEntry, (row) => [row.createdAt.toISOString(), row.id])
}
