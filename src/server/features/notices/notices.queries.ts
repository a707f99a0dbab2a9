import { and, desc, eq, getTableColumns, gt, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type AdminNotice,
  type AdminNoticesPage,
  isNoticeLink,
  type Notice,
  type NoticeDismissal,
  type NoticeState,
  type NoticesQuery,
} from '#shared/contract/notices.ts'
import { Id } from '#shared/contract/scalars.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Db } from '../../db/connect.ts'
import { noticeDismissals, notices, plans } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { listEntitlements } from '../subscriptions/subscriptions.queries.ts'

export type NoticeRow = typeof notices.$inferSelect
export type NoticeValues = Partial<
  Pick<NoticeRow, 'content' | 'tone' | 'linkLabel' | 'linkUrl' | 'planId' | 'startsAt' | 'endsAt'>
>

const noNotice = () => new AppError('NOT_FOUND', 'Não encontramos esse aviso.')

/** Omits a link with a forbidden address, however it was stored. */
function toNotice({ id, content, tone, linkLabel, linkUrl }: NoticeRow): Notice {
  const isGood = linkUrl !== null && isNoticeLink(linkUrl)
  return { id, content, tone, linkLabel: isGood ? linkLabel : null, linkUrl: isGood ? linkUrl : null }
}

const isKept = isNull(notices.deletedAt)
const hasBegun = lte(notices.startsAt, sql`now()`)
const isNotOver = or(isNull(notices.endsAt), gt(notices.endsAt, sql`now()`))

/** For all users, or for those of this plan. */
const isForPlan = (planId: string | undefined): SQL | undefined =>
  planId ? or(isNull(notices.planId), eq(notices.planId, planId)) : isNull(notices.planId)

async function planOf(db: Db, userId: string): Promise<string | undefined> {
  return (await listEntitlements(db, { userIds: [userId] })).get(userId)?.subscription.plan.id
}

/** Current notices that the user has not dismissed: urgent ones first, then the newest. */
export async function listNotices(db: Db, { userId }: { userId: string }): Promise<Notice[]> {
  const planId = await planOf(db, userId)
  const putAway = db
    .select({ id: noticeDismissals.noticeId })
    .from(noticeDismissals)
    .where(and(eq(noticeDismissals.noticeId, notices.id), eq(noticeDismissals.userId, userId)))
  const rows = await db
    .select()
    .from(notices)
    .where(and(isKept, hasBegun, isNotOver, isForPlan(planId), notExists(putAway)))
    .orderBy(desc(eq(notices.tone, 'warning')), desc(notices.startsAt), desc(notices.id))
    .limit(SERVER_LIMITS.noticesShown)
  return rows.map(toNotice)
}

/**
 * Dismisses a notice for a user; idempotent, also for a notice that has ended.
 * @throws {AppError} NOT_FOUND for one that the user was never shown.
 */
export async function dismissNotice(
  db: Db,
  { userId, noticeId }: { userId: string; noticeId: string },
): Promise<NoticeDismissal> {
  const planId = await planOf(db, userId)
  const shown = and(eq(notices.id, noticeId), isKept, hasBegun, isForPlan(planId))
  const { rows } = await db.execute<{ created_at: string }>(sql`
    insert into notice_dismissals (notice_id, user_id)
    select ${notices.id}, ${userId}::uuid from ${notices} where ${shown}
    on conflict (user_id, notice_id) do update set created_at = notice_dismissals.created_at
    returning created_at`)
  const [row] = rows
  if (!row) throw noNotice()
  return { noticeId, dismissedAt: new Date(row.created_at).toISOString() }
}

const state = sql<NoticeState>`case when ${notices.startsAt} > now() then 'scheduled'
  when ${notices.endsAt} <= now() then 'ended' else 'live' end`

const admin = {
  notice: getTableColumns(notices),
  plan: { id: plans.id, name: plans.name, displayName: plans.displayName },
  state,
  dismissalCount: sql<number>`(select count(*)::int from ${noticeDismissals} where ${noticeDismissals.noticeId} = ${notices.id})`,
}

type AdminRow = Pick<AdminNotice, 'plan' | 'state' | 'dismissalCount'> & { notice: NoticeRow }

// The link as stored, so that administrators can see an invalid one.
const toAdminNotice = ({ notice, ...rest }: AdminRow): AdminNotice => ({
  id: notice.id,
  content: notice.content,
  tone: notice.tone,
  linkLabel: notice.linkLabel,
  linkUrl: notice.linkUrl,
  ...rest,
  startsAt: notice.startsAt.toISOString(),
  endsAt: notice.endsAt?.toISOString() ?? null,
  createdAt: notice.createdAt.toISOString(),
  updatedAt: notice.updatedAt.toISOString(),
})

const readAdmin = (db: Db) =>
  db.select(admin).from(notices).leftJoin(plans, eq(plans.id, notices.planId)).$dynamic()

const Place = z.tuple([Instant, Id])
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Every notice that is not deleted, latest start first. */
export async function listAdminNotices(db: Db, query: NoticesQuery): Promise<AdminNoticesPage> {
  const { q, limit } = query
  const place = decodeCursor(query.cursor, Place)
  const rows = await readAdmin(db)
    .where(
      and(
        isKept,
        q ? sql`fold_text(${notices.content}) like '%' || fold_text(${escapeLike(q)}) || '%'` : undefined,
        query.state && eq(state, query.state),
        place && sql`(${notices.startsAt}, ${notices.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(limit + 1)
  return toPage(rows, limit, toAdminNotice, ({ notice }) => [notice.startsAt.toISOString(), notice.id])
}

/** @throws {AppError} NOT_FOUND */
export async function getAdminNotice(db: Db, { noticeId }: { noticeId: string }): Promise<AdminNotice> {
  const [row] = await readAdmin(db).where(and(eq(notices.id, noticeId), isKept))
  if (!row) throw noNotice()
  return toAdminNotice(row)
}

/** Locks a notice until the transaction ends, which serialises changes. @throws {AppError} NOT_FOUND */
export async function lockNotice(tx: Db, { noticeId }: { noticeId: string }): Promise<NoticeRow> {
  const [row] = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), isKept))
    .for('update')
  if (!row) throw noNotice()
  return row
}

/** The name of a plan. @throws {AppError} VALIDATION_ERROR if it does not exist. */
export async function getPlanName(db: Db, { planId }: { planId: string | null }): Promise<string | null> {
  if (planId === null) return null
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId))
  const unknown = 'Plano não encontrado'
  if (!plan) throw new AppError('VALIDATION_ERROR', unknown, { details: { planId: unknown } })
  return plan.displayName
}

export async function insertNotice(
  tx: Db,
  values: NoticeValues & Pick<NoticeRow, 'content'>,
): Promise<NoticeRow> {
  const [row] = await tx.insert(notices).values(values).returning()
  if (!row) throw noNotice()
  return row
}

export async function updateNotice(
  tx: Db,
  { noticeId, values }: { noticeId: string; values: NoticeValues & Pick<Partial<NoticeRow>, 'deletedAt'> },
): Promise<void> {
  await tx.update(notices).set(values).where(eq(notices.id, noticeId))
}
