import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf, ZONE } from '../../db/local-day.ts'
import { messages, plans, subscriptions, usageMonths } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { statement } from '../../db/statement.ts'
import { AppError } from '../../http/errors.ts'
import { ofBestPlan } from '../subscriptions/effective-plan.queries.ts'

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

/** A user's monthly usage and limit. */
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
  return { ...row, renewsAt: new Date(row.renewsAt).toISOString() }
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

/**
 * SQL that counts one message of this month and day for each row of `from`, with no row returned if none is left.
 * Concurrent calls of one user are serialised by the row lock, but a used-up month is refused without waiting.
 */
export const countingOneMessage = (userId: SQL, from: SQL) => sql`
  insert into usage_months as counted (user_id, month, used, day, day_used)
  select ${userId}, ${monthOf()}, 1, ${dayOf()}, 1 from ${from}
    join plans on ${isEffectivePlan(userId)} and plans.monthly_message_limit > ${usedBy(userId)}
  on conflict (user_id, month) do update set used = counted.used + 1, day = excluded.day,
      day_used = case when counted.day = excluded.day then counted.day_used + 1 else 1 end
    where exists (select from plans where ${isEffectivePlan(userId)}
      and counted.used < plans.monthly_message_limit
      and (counted.day is distinct from excluded.day
        or counted.day_used < coalesce(plans.daily_message_limit, counted.day_used + 1)))
  returning counted.month::text`

const countOne = statement<{ month: string }>(
  'count_message',
  countingOneMessage(sql`${sql.placeholder('userId')}::uuid`, sql`(values (1)) one`),
)

/** Counts a message of this month. Returns the month's first day; undefined if no message is left. */
export const tryToReserve = async (tx: Db, { userId }: { userId: string }): Promise<string | undefined> =>
  (await countOne(tx, { userId }))[0]?.month

/** Marks a stored reply as having a reserved message, with the length of its text at that time. */
export const reservedAt = () => ({
  quotaMonth: monthOf(),
  quotaLength: sql`length(${messages.content})`,
})

/**
 * Reserves a message of this month before the provider is asked. Must be the last statement of its
 * transaction: until that ends, other replies of the user can neither start nor return a message.
 * Returns the first day of the month.
 * @throws {AppError} QUOTA_EXCEEDED if none is left, RATE_LIMITED if none of the day is.
 */
export async function reserveMessage(tx: Db, { userId }: { userId: string }): Promise<string> {
  const month = await tryToReserve(tx, { userId })
  if (!month) throw await quotaRefusal(tx, { userId })
  return month
}

/** The refusal of a user: QUOTA_EXCEEDED when the month is used up, else RATE_LIMITED, because the day is. */
export async function quotaRefusal(db: Db, { userId }: { userId: string }): Promise<AppError> {
  const usage = await readMonthlyUsage(db, { userId })
  if (usage.used >= usage.limit) return quotaExceeded(usage)
  // No Retry-After: midnight is hours away.
  return new AppError(
    'RATE_LIMITED',
    'Você chegou ao limite de mensagens de hoje. A contagem recomeça à meia-noite, pelo horário de Brasília; com a sua própria chave, você pode continuar já.',
  )
}

/**
 * Reserves a message of this month, once, for a running reply that had none; false if none is left or the
 * reply has ended.
 */
export async function reserveForReply(
  db: Db,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [reply] = await tx
      .select({ quotaMonth: messages.quotaMonth })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.status, 'running')))
      .for('no key update')
    if (!reply) return false
    if (reply.quotaMonth !== null) return true
    if (!(await tryToReserve(tx, { userId }))) return false
    await tx.update(messages).set(reservedAt()).where(eq(messages.id, messageId))
    return true
  })
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: TIME_ZONE })

function quotaExceeded({ limit, used, renewsAt, planName }: MonthlyUsage): AppError {
  const renewal = `1º de ${monthName.format(new Date(renewsAt))}`
  const text = `Você já usou todas as mensagens deste mês do plano ${planName}. Elas renovam em ${renewal}.`
  return new AppError('QUOTA_EXCEEDED', text, {
    details: { limit: String(limit), used: String(used), renewsAt },
  })
}
