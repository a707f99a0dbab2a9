import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type {
  FeedbackDetail,
  FeedbackItem,
  FeedbackPage,
  FeedbackQuery,
  FeedbackState,
  ReviewFeedback,
} from '#shared/contract/feedback.ts'
import { Id } from '#shared/contract/scalars.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { agents, agentVersions, chats, messages, users } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'

const columns = {
  messageId: messages.id,
  reason: messages.feedbackReason,
  feedbackAt: messages.feedbackAt,
  review: messages.feedbackReview,
  reviewedAt: messages.feedbackReviewedAt,
  agent: { id: agents.id, name: agents.name, photoUrl: agents.photoUrl },
  person: { id: users.id, name: users.name },
}

type Row = {
  messageId: string
  reason: string | null
  feedbackAt: Date | null
  review: 'done' | 'ignored' | null
  reviewedAt: Date | null
  agent: FeedbackItem['agent']
  person: FeedbackItem['person']
}

const toItem = ({ feedbackAt, review, reviewedAt, ...row }: Row): FeedbackItem => ({
  ...row,
  feedbackAt: (feedbackAt ?? new Date(0)).toISOString(),
  state: review ?? 'open',
  reviewedAt: reviewedAt?.toISOString() ?? null,
})

/** Excludes everything that the user has deleted. */
const isThumbDown = and(
  eq(messages.feedback, 'down'),
  sql`${messages.feedbackAt} is not null`,
  isNull(messages.deletedAt),
  isNull(chats.deletedAt),
)

const matches = (q: string): SQL =>
  sql`strpos(fold_text(coalesce(${messages.feedbackReason}, '') || ' ' || ${users.name} || ' ' || ${agents.name}), fold_text(${q}::text)) > 0`

const isIn = (state: FeedbackState) =>
  state === 'open' ? isNull(messages.feedbackReview) : eq(messages.feedbackReview, state)

const Place = z.tuple([Instant, Id])

/** Replies rated down, newest first. */
export async function listFeedback(db: Db, query: FeedbackQuery): Promise<FeedbackPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select(columns)
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .innerJoin(users, eq(users.id, chats.userId))
    .where(
      and(
        isThumbDown,
        query.state && isIn(query.state),
        query.agentId ? eq(chats.agentId, query.agentId) : undefined,
        query.q ? matches(query.q) : undefined,
        place &&
          sql`(${messages.feedbackAt}, ${messages.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(messages.feedbackAt), desc(messages.id))
    .limit(query.limit + 1)
  return toPage(rows, query.limit, toItem, (row) => [row.feedbackAt?.toISOString(), row.messageId])
}

const TURNS_BEFORE = 2

/** The reply, its question, and at most two turns before that, oldest first. */
async function readExchange(
  db: Db,
  { messageId }: { messageId: string },
): Promise<FeedbackDetail['exchange']> {
  const { rows } = await db.execute<
    Omit<FeedbackDetail['exchange'][number], 'createdAt'> & { createdAt: number }
  >(sql`
    with recursive exchange as (
      select id, chat_id, parent_id, sender, content, status, created_at, 0 as distance from messages where id = ${messageId}::uuid
      union all
      select turn.id, turn.chat_id, turn.parent_id, turn.sender, turn.content, turn.status, turn.created_at, distance + 1
      from exchange join messages turn on turn.chat_id = exchange.chat_id and turn.id = exchange.parent_id
      where distance <= ${TURNS_BEFORE} and turn.deleted_at is null
    )
    select id, sender, content, status, extract(epoch from created_at)::float8 * 1000 as "createdAt"
    from exchange order by distance desc`)
  return rows.map((turn) => ({ ...turn, createdAt: new Date(turn.createdAt).toISOString() }))
}

/**
 * One reply rated down with its exchange: the only text of a chat that administrators see.
 * @throws {AppError} NOT_FOUND, also once the rating is withdrawn or the message or chat deleted.
 */
export async function getFeedback(db: Db, { messageId }: { messageId: string }): Promise<FeedbackDetail> {
  const [row] = await db
    .select({
      ...columns,
      model: messages.modelName,
      grounding: messages.grounding,
      number: agentVersions.number,
      systemPrompt: agentVersions.systemPrompt,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .innerJoin(users, eq(users.id, chats.userId))
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, chats.agentId), eq(agentVersions.number, messages.promptVersion)),
    )
    .where(and(isThumbDown, eq(messages.id, messageId)))
  if (!row) throw notFound('Feedback')
  const { model, grounding, number, systemPrompt, ...item } = row
  return {
    ...toItem(item),
    exchange: await readExchange(db, { messageId }),
    promptVersion: number === null || systemPrompt === null ? null : { number, systemPrompt },
    model: model ?? '',
    groundedOn: (grounding ?? []).map(({ kind, name }) => ({ kind, name })),
  }
}

/**
 * Stores the review state of a rating.
 * @throws {AppError} NOT_FOUND; CONFLICT if the user has changed the rating since it was read.
 */
export async function reviewFeedback(
  db: Db,
  { messageId, state, feedbackAt, origin }: ReviewFeedback & { messageId: string; origin: AuditOrigin },
): Promise<FeedbackDetail> {
  return db.transaction(async (tx) => {
    await tx.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId)).for('no key update')
    const before = await getFeedback(tx, { messageId })
    if (feedbackAt !== undefined && Date.parse(feedbackAt) !== Date.parse(before.feedbackAt)) {
      throw new AppError('CONFLICT', 'A pessoa mudou esta avaliação. Veja o que ela diz agora.')
    }
    if (before.state === state) return before
    await tx
      .update(messages)
      .set({
        feedbackReview: state === 'open' ? null : state,
        feedbackReviewedAt: state === 'open' ? null : sql`now()`,
        // Keeps `updatedAt`, because nothing changed for the user.
        updatedAt: sql`${messages.updatedAt}`,
      })
      .where(eq(messages.id, messageId))
    await writeAudit(tx, {
      origin,
      action: 'feedback.review',
      entity: { type: 'feedback', id: messageId, name: before.agent.name },
      before: { state: before.state },
      after: { state },
    })
    return getFeedback(tx, { messageId })
  })
}
