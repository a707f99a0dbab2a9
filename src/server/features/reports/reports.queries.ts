import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CreateReport, Report, ReportsPage, ReportsQuery } from '#shared/contract/reports.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { agents, chats, messages, replyReports } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'

const isShown = and(isNull(messages.deletedAt), isNull(chats.deletedAt))

type Row = { report: typeof replyReports.$inferSelect; agent: Report['agent']; chatId: string | null }

const toReport = ({ report, agent, chatId }: Row): Report => ({
  id: report.id,
  kind: report.kind,
  comment: report.comment,
  allowsReading: report.allowsReading,
  state: report.state,
  answer: report.answer,
  answeredAt: report.answeredAt?.toISOString() ?? null,
  agent,
  chatId,
  messageId: chatId && report.messageId,
  createdAt: report.createdAt.toISOString(),
})

const readRows = (db: Db) =>
  db
    .select({ report: replyReports, agent: { id: agents.id, name: agents.name }, chatId: chats.id })
    .from(replyReports)
    .innerJoin(agents, eq(agents.id, replyReports.agentId))
    .leftJoin(messages, and(eq(messages.id, replyReports.messageId), isNull(messages.deletedAt)))
    .leftJoin(chats, and(eq(chats.id, messages.chatId), isNull(chats.deletedAt)))
    .$dynamic()

const Place = z.tuple([Instant, Id])

/** The reports of a user, newest first. */
export async function listReports(
  db: Db,
  { userId, messageId, cursor, limit }: ReportsQuery & { userId: string },
): Promise<ReportsPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await readRows(db)
    .where(
      and(
        eq(replyReports.userId, userId),
        messageId ? eq(replyReports.messageId, messageId) : undefined,
        place &&
          sql`(${replyReports.createdAt}, ${replyReports.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(replyReports.createdAt), desc(replyReports.id))
    .limit(limit + 1)
  return toPage(rows, limit, toReport, ({ report }) => [report.createdAt.toISOString(), report.id])
}

type Reply = { messageId: string; agentId: string; modelName: string | null; isReported: boolean }

/**
 * A reply that its user may report.
 * @throws {AppError} NOT_FOUND; CONFLICT for an own message, and for a reply that is still written.
 */
export async function getReportable(
  db: Db,
  { messageId, userId }: { messageId: string; userId: string },
): Promise<Reply> {
  const [reply] = await db
    .select({
      sender: messages.sender,
      status: messages.status,
      agentId: chats.agentId,
      modelName: messages.modelName,
      isReported: sql<boolean>`exists (select from reply_reports where message_id = ${messages.id} and state = 'open')`,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(eq(messages.id, messageId), eq(chats.userId, userId), isShown))
  if (!reply) throw notFound('Message')
  const { sender, status, ...rest } = reply
  if (sender !== 'ai') throw new AppError('CONFLICT', 'Só uma resposta pode ser denunciada.')
  if (status === 'running') throw new AppError('CONFLICT', 'Espere a resposta terminar para denunciar.')
  return { messageId, ...rest }
}

type NewReport = Omit<CreateReport, 'messageId'> & Omit<Reply, 'isReported'> & { userId: string }

/** Stores a report, or changes the open one of its reply. */
export async function saveReport(
  db: Db,
  { comment = '', kind, allowsReading, ...row }: NewReport,
): Promise<Report> {
  const given = { comment, kind, allowsReading }
  const [saved] = await db
    .insert(replyReports)
    .values({ ...row, ...given })
    .onConflictDoUpdate({
      target: replyReports.messageId,
      targetWhere: sql`${replyReports.state} = 'open'`,
      set: { ...given, updatedAt: sql`now()` },
    })
    .returning({ id: replyReports.id })
  const [shown] = saved ? await readRows(db).where(eq(replyReports.id, saved.id)) : []
  if (!shown) throw notFound('Report')
  return toReport(shown)
}

/** Deletes a report of the user, with its answer. @throws {AppError} NOT_FOUND */
export async function deleteReport(
  db: Db,
  { reportId, userId }: { reportId: string; userId: string },
): Promise<void> {
  const gone = await db
    .delete(replyReports)
    .where(and(eq(replyReports.id, reportId), eq(replyReports.userId, userId)))
    .returning({ id: replyReports.id })
  if (gone.length === 0) throw notFound('Report')
}

/** The stored reports of a user, oldest first, for the copy of their data. */
export const listStoredReports = (db: Db, { userId }: { userId: string }) => {
  const { userId: _own, ...columns } = getTableColumns(replyReports)
  return db
    .select(columns)
    .from(replyReports)
    .where(eq(replyReports.userId, userId))
    .orderBy(asc(replyReports.createdAt), asc(replyReports.id))
}
