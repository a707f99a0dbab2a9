import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { Coverage, type HeldBack, type IdleSubscription } from '#shared/contract/entitlement.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { GRACE_DAYS } from './entitlement.ts'
import { type Facts, newestOf } from './purchase-facts.ts'

/**
 * Whether a subscription is in force now, by the database's clock. Must be the negation of `isOver` for
 * active ones.
 */
export const isLive = and(
  eq(subscriptions.status, 'active'),
  sql`case when ${subscriptions.currentPeriodEnd} is null or ${subscriptions.currentPeriodEnd} > now() then true
    when ${subscriptions.graceUntil} is not null then ${subscriptions.graceUntil} > now()
    else ${subscriptions.provider} in ('hubla', 'stripe') and not ${subscriptions.cancelsAtPeriodEnd}
      and ${subscriptions.currentPeriodEnd} + make_interval(days => ${sql.raw(String(GRACE_DAYS))}) > now() end`,
)

/** As {@link isLive}, of a stored `SubscriptionState` (jsonb, null before the first) at an instant. */
export const wasLive = (state: SQL, { provider, instant }: { provider: SQL; instant: SQL }) => {
  const at = (name: string) => sql`(${state}->>${sql.raw(`'${name}'`)})::timestamptz`
  const end = at('currentPeriodEnd')
  return sql`coalesce(${state}->>'status' = 'active' and case when ${end} is null or ${end} > ${instant} then true
    when ${at('graceUntil')} is not null then ${at('graceUntil')} > ${instant}
    else ${provider} in ('hubla', 'stripe') and not coalesce((${state}->>'cancelsAtPeriodEnd')::boolean, false)
      and ${end} + make_interval(days => ${sql.raw(String(GRACE_DAYS))}) > ${instant} end, false)`
}

/** Whether Stripe charges for the first time at the end of the period. */
export const isTrial = ({ snapshot }: Facts): boolean => newestOf(snapshot)?.value.status === 'trialing'

type Column = 'allAgents' | 'monthlyMessageLimit' | 'dailyMessageLimit' | 'storageMegabytes' | 'passageLimit'
type Table = Record<Column, PgColumn>

/** No daily limit is the highest one. */
const NO_LIMIT = sql.raw('2147483647')

const coverageIn = (table: Table): Record<Coverage, SQL<number>> => ({
  agents: sql<number>`${table.allAgents}::int`,
  messages: sql<number>`${table.monthlyMessageLimit}`,
  day: sql<number>`coalesce(${table.dailyMessageLimit}, ${NO_LIMIT})`,
  storage: sql<number>`${table.storageMegabytes}`,
  passages: sql<number>`${table.passageLimit}`,
})

/** What a plan gives, as numbers; more is better. */
export const PLAN_COVERAGE = coverageIn(plans)
export type PlanCoverage = Record<Coverage, number>

/** A total order of plans: the one that gives most first. */
export const BEST_PLAN_FIRST = [
  ...Coverage.options.map((point) => desc(PLAN_COVERAGE[point])),
  desc(plans.order),
  plans.id,
]

/**
 * The rule (decision 52): of the subscriptions in force that of the best plan counts, wherever it comes from
 * and whatever its age. Of the same plan a paid one precedes a given one, and that the automatic one.
 */
export const BEST_FIRST = [
  ...BEST_PLAN_FIRST,
  sql`case ${subscriptions.provider} when 'auto' then 2 when 'manual' then 1 else 0 end`,
  desc(subscriptions.createdAt),
  desc(subscriptions.id),
]

/** Whether a plan precedes, or gives the same as, another. */
export function isAtLeast(one: PlanCoverage, other: PlanCoverage): boolean {
  const differing = Coverage.options.find((point) => one[point] !== other[point])
  return differing === undefined || one[differing] > other[differing]
}

/** Why the first of two subscriptions counts, and what its plan lacks of the second one's. */
export const compareCoverage = (
  counting: PlanCoverage,
  other: PlanCoverage,
): Pick<IdleSubscription, 'because' | 'surplus'> => ({
  because: Coverage.options.find((point) => counting[point] > other[point]) ?? 'same',
  surplus: Coverage.options.filter((point) => other[point] > counting[point]),
})

/** SQL of a column of the user's effective plan; null when no subscription is in force. */
export const ofBestPlan = <T>(column: PgColumn, userId: SQL | string): SQL<T> =>
  sql<T>`(select ${column} from ${subscriptions} inner join ${plans} on ${plans.id} = ${subscriptions.planId}
    where ${subscriptions.userId} = ${userId} and ${isLive} order by ${sql.join(BEST_FIRST, sql`, `)} limit 1)`

/** More than anybody has to read at once. */
const HELD_BACK = 20

/** Users whose paid plan would give something that their effective plan does not, at most 20. */
export async function listHeldBack(db: Db): Promise<HeldBack[]> {
  const effective = alias(plans, 'effective')
  const gives = coverageIn(effective)
  const [given, paid] = [gives, PLAN_COVERAGE].map((of) =>
    sql.join(
      Coverage.options.map((point) => of[point]),
      sql`, `,
    ),
  )
  const surplus = Coverage.options.map((point) => sql`${PLAN_COVERAGE[point]} > ${gives[point]}`)
  // Hardly any two plans are such a pair, so that few subscriptions are read.
  const isPair = sql`(${given}) > (${paid}) and (${sql.join(surplus, sql` or `)})`
  const pairs = db
    .select({
      paidId: plans.id,
      paidPlan: sql<string>`${plans.displayName}`.as('paid_plan'),
      effectiveId: sql<string>`${effective.id}`.as('effective_id'),
      effectivePlan: sql<string>`${effective.displayName}`.as('effective_plan'),
    })
    .from(plans)
    .innerJoin(effective, isPair)
    .as('pairs')
  return await db
    .selectDistinct({
      userId: users.id,
      name: users.name,
      paidPlan: pairs.paidPlan,
      effectivePlan: pairs.effectivePlan,
    })
    .from(pairs)
    .innerJoin(subscriptions, eq(subscriptions.planId, pairs.paidId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        inArray(subscriptions.provider, ['hubla', 'stripe']),
        isLive,
        sql`${pairs.effectiveId} = ${ofBestPlan(subscriptions.planId, sql`${users.id}`)}`,
      ),
    )
    .orderBy(users.name, users.id)
    .limit(HELD_BACK)
}
