import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type {
  AdminReport,
  AdminReportsPage,
  AdminReportsQuery,
  DecideReport,
  ReportedTexts,
} from '#shared/contract/reports.ts'
import { Id } from '#shared/contract/scalars.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { agents, chats, messages, replyReports } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'

type Row = {
  report: typeof replyReports.$inferSelect
  agent: AdminReport['agent']
  day: string
  chatId: string | null
}

const toAdminReport = ({ report, agent, day, chatId }: Row): AdminReport => ({
  id: report.id,
  kind: report.kind,
  comment: report.comment,
  allowsReading: report.allowsReading,
  state: report.state,
  answer: report.answer,
  answeredAt: report.answeredAt?.toISOString() ?? null,
  agent,
  model: report.modelName ?? '',
  day,
  isReadable: report.allowsReading && chatId !== null,
  version: report.updatedAt.toISOString(),
})

/** `chatId` is null once the reply or its chat is deleted. */
const readRows = (db: Db) =>
  db
    .select({
      report: replyReports,
      agent: { id: agents.id, name: agents.name, photoUrl: agents.photoUrl },
      day: sql<string>`${dayOf(sql`${replyReports.createdAt}`)}::text`,
      chatId: chats.id,
    })
    .from(replyReports)
    .innerJoin(agents, eq(agents.id, replyReports.agentId))
    .leftJoin(messages, and(eq(messages.id, replyReports.messageId), isNull(messages.deletedAt)))
    .leftJoin(chats, and(eq(chats.id, messages.chatId), isNull(chats.deletedAt)))
    .$dynamic()

const Place = z.tuple([Instant, Id])

/** The reports of all users, newest first, without texts of chats. */
export async function listAdminReports(
  db: Db,
  { state, kind, agentId, cursor, limit }: AdminReportsQuery,
): Promise<AdminReportsPage> {
  const place = decodeCursor(cursor, Place)
  const isBefore: SQL | undefined =
    place &&
    sql`(${replyReports.createdAt}, ${replyReports.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`
  const rows = await readRows(db)
    .where(
      and(
        state && eq(replyReports.state, state),
        kind && eq(replyReports.kind, kind),
        agentId ? eq(replyReports.agentId, agentId) : undefined,
        isBefore,
      ),
    )
    .orderBy(desc(replyReports.createdAt), desc(replyReports.id))
    .limit(limit + 1)
  return toPage(rows, limit, toAdminReport, ({ report }) => [report.createdAt.toISOString(), report.id])
}

/** @throws {AppError} NOT_FOUND */
export async function getAdminReport(db: Db, { reportId }: { reportId: string }): Promise<AdminReport> {
  const [row] = await readRows(db).where(eq(replyReports.id, reportId))
  if (!row) throw notFound('Report')
  return toAdminReport(row)
}

type By = { reportId: string; origin: AuditOrigin }

/** Serialises administrators, and the user who changes or takes back the report. */
const lockReport = (tx: Db, { reportId }: { reportId: string }) =>
  tx.select({ id: replyReports.id }).from(replyReports).where(eq(replyReports.id, reportId)).for('update')

/**
 * The reported reply and its question. Every reading is audited, without the texts.
 * @throws {AppError} NOT_FOUND; CONFLICT without the user's consent, and once the reply is deleted.
 */
export function readReportedTexts(db: Db, { reportId, origin }: By): Promise<ReportedTexts> {
  return db.transaction(async (tx) => {
    await lockReport(tx, { reportId })
    const { allowsReading, isReadable, agent } = await getAdminReport(tx, { reportId })
    if (!allowsReading) throw new AppError('CONFLICT', 'A pessoa não autorizou a leitura desta resposta.')
    if (!isReadable) throw new AppError('CONFLICT', 'A pessoa excluiu esta resposta ou a conversa.')
    const question = alias(messages, 'question')
    const [texts] = await tx
      .select({ question: question.content, reply: messages.content })
      .from(replyReports)
      .innerJoin(messages, eq(messages.id, replyReports.messageId))
      .leftJoin(question, and(eq(question.id, messages.parentId), isNull(question.deletedAt)))
      .where(eq(replyReports.id, reportId))
    if (!texts) throw notFound('Report')
    const entity = { type: 'report', id: reportId, name: agent.name } as const
    await writeAudit(tx, { origin, action: 'report.read', entity })
    return texts
  })
}

/**
 * Closes a report with an answer for the user, or opens it again.
 * @throws {AppError} NOT_FOUND; CONFLICT when it has changed since it was read, or a newer report of the reply is open.
 */
export function decideReport(
  db: Db,
  { reportId, origin, state, answer, version }: DecideReport & By,
): Promise<AdminReport> {
  return db.transaction(async (tx) => {
    await lockReport(tx, { reportId })
    const before = await getAdminReport(tx, { reportId })
    if (before.version !== version) {
      throw new AppError('CONFLICT', 'Esta denúncia mudou. Veja como ela está agora.')
    }
    if (state === 'open' && before.state !== 'open' && (await hasOpenReport(tx, { reportId }))) {
      throw new AppError('CONFLICT', 'A pessoa já denunciou esta resposta de novo.')
    }
    const isOpen = state === 'open'
    const after = { state, answer: isOpen ? null : (answer ?? null) }
    const changes = changedFields(before, after)
    if (Object.keys(changes.after).length === 0) return before
    await tx
      .update(replyReports)
      .set({ ...after, answeredAt: isOpen ? null : sql`now()` })
      .where(eq(replyReports.id, reportId))
    const entity = { type: 'report', id: reportId, name: before.agent.name } as const
    await writeAudit(tx, { origin, action: 'report.decide', entity, ...changes })
    return getAdminReport(tx, { reportId })
  })
}

async function hasOpenReport(tx: Db, { reportId }: { reportId: string }): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from reply_reports other join reply_reports this
    on this.message_id = other.message_id where this.id = ${reportId}::uuid and other.state = 'open'`)
  return rows.length > 0
}
