import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf, ZONE } from '../../db/local-day.ts'
import { messages, plans, subscriptions, usageMonths } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { statement } from '../../db/statement.ts'
import { AppError } from '../../http/errors.ts'
import { ofBestPlan } from '../subscriptions/effective-plan.queries.ts'
import { listOpenExtraMessages } from './extra-messages.queries.ts'

/** Time zone of the quota's months. */
const TIME_ZONE = 'America/Sao_Paulo'

/** First day of the month of an instant, by default the start of the transaction. */
export const monthOf = (instant: SQL = sql`now()`) =>
  sql<string>`date_trunc('month', ${instant} at time zone ${ZONE})::date`

/** Start of the month after an instant, in milliseconds since 1970. */
export const monthAfter = (instant: SQL = sql`now()`) =>
  sql<number>`(extract(epoch from (${monthOf(instant)} + interval '1 month') at time zone ${ZONE}) * 1000)::float8`

/** Whether this is the user's effective plan; the free plan is the minimum. */
const isEffectivePlan = (userId: SQL | string): SQL =>
  sql`${plans.id} = coalesce(${ofBestPlan(subscriptions.planId, userId)}, ${sql.raw(`'${FREE_PLAN_ID}'`)}::uuid)`

const usedBy = (userId: SQL | string): SQL<number> =>
  sql`coalesce((select ${usageMonths.used} from ${usageMonths}
    where ${usageMonths.userId} = ${userId} and ${usageMonths.month} = ${monthOf()}), 0)`

/** The extra messages to spend next, in the order of the function `lock_extra_messages`; null for none. */
const nextExtra = (userId: SQL, weight: SQL): SQL<string | null> =>
  sql`(select extra_messages.id from extra_messages where user_id = ${userId} and used + ${weight} <= given and taken_back_at is null
    and (ends_at is null or ends_at > now()) order by ends_at nulls last, created_at, id limit 1)`

/** A user's monthly usage and limit, with their extra messages. */
export async function readMonthlyUsage(db: Db, { userId }: { userId: string }): Promise<MonthlyUsage> {
  const [row] = await db
    .select({
      month: sql<string>`to_char(${monthOf()}, 'YYYY-MM')`,
      used: usedBy(userId),
      limit: plans.monthlyMessageLimit,
      renewsAt: monthAfter(),
      planName: plans.displayName,
    })
    .from(plans)
    .where(isEffectivePlan(userId))
  if (!row) throw new Error('the free plan is missing')
  const extra = await listOpenExtraMessages(db, { userId })
  return { ...row, renewsAt: new Date(row.renewsAt).toISOString(), extra }
}

/** Whether the user's plan still covers the messages that they used in a month, given by its first day. */
export async function isWithinQuota(
  db: Db,
  { userId, month }: { userId: string; month: string },
): Promise<boolean> {
  const isThatMonth = and(eq(usageMonths.userId, userId), eq(usageMonths.month, month))
  const used = db.select({ used: usageMonths.used }).from(usageMonths).where(isThatMonth)
  const [row] = await db
    .select({ isWithin: sql<boolean>`coalesce(${used}, 0) <= ${plans.monthlyMessageLimit}` })
    .from(plans)
    .where(isEffectivePlan(userId))
  return row?.isWithin ?? false
}

/** SQL of the messages that a reply of a row of `messages` costs. */
const weightOfReply = sql<number>`(select agents.message_weight from chats join agents on agents.id = chats.agent_id
  where chats.id = ${messages.chatId})`

/**
 * CTEs that count `weight` messages of this month and day for a row of `from`. `paid` has a row if they were left: the
 * month, and the extra messages that they were all taken from when the plan had too few. Concurrent calls of one user are
 * serialised by the lock of the month's row, but a user without enough is refused without waiting.
 */
export const countedMessage = (userId: SQL, from: SQL, weight: SQL) => {
  const room = sql`counted.used + ${weight} <= (select monthly from plan)`
  return sql`plan as materialized (
    select monthly_message_limit as monthly, daily_message_limit as daily from plans where ${isEffectivePlan(userId)}
  ), counted as (
    insert into usage_months as counted (user_id, month, used, day, day_used, extra_id)
    select ${userId}, ${monthOf()}, case when plan.monthly < ${weight} then 0 else ${weight} end, ${dayOf()}, ${weight},
      case when plan.monthly < ${weight} then ${nextExtra(userId, weight)} end
    from ${from} cross join plan
    where coalesce(plan.daily, ${weight}) >= ${weight}
      and (plan.monthly >= ${usedBy(userId)} + ${weight} or ${nextExtra(userId, weight)} is not null)
    on conflict (user_id, month) do update set used = counted.used + case when ${room} then ${weight} else 0 end, day = excluded.day,
        day_used = case when counted.day = excluded.day then counted.day_used + ${weight} else ${weight} end,
        extra_id = case when not ${room} then lock_extra_messages(counted.user_id, ${weight}) end
      where (counted.day is distinct from excluded.day
          or counted.day_used + ${weight} <= coalesce((select daily from plan), counted.day_used + ${weight}))
        and case when ${room} then true else lock_extra_messages(counted.user_id, ${weight}) is not null end
    returning counted.month, counted.extra_id
  ), spent as (
    update extra_messages set used = used + ${weight}
    where id = (select extra_id from counted) and used + ${weight} <= given and taken_back_at is null
    returning id
  ), paid as (
    select month::text, extra_id from counted where extra_id is null or exists (select from spent)
  )`
}

/** Messages that were counted: the first day of their month, and the extra messages that paid if the plan did not. */
export type Reservation = { month: string; extraId: string | null }

const countOne = statement<Reservation>(
  'count_message',
  sql`with ${countedMessage(sql`${sql.placeholder('userId')}::uuid`, sql`(values (1)) one`, sql`${sql.placeholder('weight')}::int`)}
    select month, extra_id as "extraId" from paid`,
)

/** Counts messages of this month, by default one; undefined if too few are left. */
export const tryToReserve = async (
  tx: Db,
  { userId, weight = 1 }: { userId: string; weight?: number },
): Promise<Reservation | undefined> => (await countOne(tx, { userId, weight }))[0]

/** Marks a stored reply as having `weight` reserved messages, with the length of its text at that time. */
export const reservedAt = (weight: number, extraId: string | null = null) => ({
  quotaMonth: monthOf(),
  quotaLength: sql`length(${messages.content})`,
  quotaWeight: weight,
  extraId,
})

/**
 * Reserves messages of this month, by default one, before the provider is asked. Must be the last statement of its
 * transaction: until that ends, other replies of the user can neither start nor return a message.
 * @throws {AppError} QUOTA_EXCEEDED if too few are left, RATE_LIMITED if too few of the day are.
 */
export async function reserveMessage(
  tx: Db,
  { userId, weight = 1 }: { userId: string; weight?: number },
): Promise<Reservation> {
  const reservation = await tryToReserve(tx, { userId, weight })
  if (!reservation) throw await quotaRefusal(tx, { userId, weight })
  return reservation
}

/** As {@link reserveMessage}, for a running reply that {@link reservedAt} marked in the same transaction. */
export async function reserveMarked(
  tx: Db,
  { userId, messageId, weight }: { userId: string; messageId: string; weight: number },
): Promise<void> {
  const { extraId } = await reserveMessage(tx, { userId, weight })
  if (extraId) await tx.update(messages).set({ extraId }).where(eq(messages.id, messageId))
}

/** The refusal of a user: QUOTA_EXCEEDED when the month has too few messages left, else RATE_LIMITED: the day has. */
export async function quotaRefusal(
  db: Db,
  { userId, weight }: { userId: string; weight: number },
): Promise<AppError> {
  const usage = await readMonthlyUsage(db, { userId })
  const isLeft = usage.extra.some(({ given, used }) => used + weight <= given)
  if (usage.used + weight > usage.limit && !isLeft) return quotaExceeded(usage, weight)
  // No Retry-After: midnight is hours away.
  return new AppError(
    'RATE_LIMITED',
    'Você chegou ao limite de mensagens de hoje. A contagem recomeça à meia-noite, pelo horário de Brasília; com a sua própria chave, você pode continuar já.',
  )
}

/**
 * Reserves the messages of this month that a running reply costs, once; false if too few are left or the reply has
 * ended.
 */
export async function reserveForReply(
  db: Db,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [reply] = await tx
      .select({ quotaMonth: messages.quotaMonth, weight: weightOfReply })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.status, 'running')))
      .for('no key update')
    if (!reply) return false
    if (reply.quotaMonth !== null) return true
    const { weight } = reply
    const reservation = await tryToReserve(tx, { userId, weight })
    if (!reservation) return false
    await tx.update(messages).set(reservedAt(weight, reservation.extraId)).where(eq(messages.id, messageId))
    return true
  })
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: TIME_ZONE })

function quotaExceeded({ limit, used, renewsAt, planName }: MonthlyUsage, weight: number): AppError {
  const renewal = `1º de ${monthName.format(new Date(renewsAt))}`
  const left = limit - used
  const text =
    left > 0
      ? `Cada resposta deste agente usa ${weight} mensagens, e ${left === 1 ? 'resta 1' : `restam ${left}`} neste mês do plano ${planName}. Elas renovam em ${renewal}.`
      : `Você já usou todas as mensagens deste mês do plano ${planName}. Elas renovam em ${renewal}.`
  return new AppError('QUOTA_EXCEEDED', text, {
    details: { limit: String(limit), used: String(used), renewsAt },
  })
}
