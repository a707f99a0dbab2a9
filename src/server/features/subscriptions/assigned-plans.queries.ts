import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { lastInstantOf } from '../../db/local-day.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { AppError } from '../../http/errors.ts'
import { isLive } from './effective-plan.queries.ts'
import { noteChanges, type SubscriptionRow } from './subscription-changes.queries.ts'

/** Creates an account's `auto` subscription to the free plan if missing. Needs a transaction. */
export async function ensureAutoSubscription(tx: Db, { userId }: { userId: string }): Promise<void> {
  const added = await tx
    .insert(subscriptions)
    .values({ userId, planId: FREE_PLAN_ID, provider: 'auto', status: 'active' })
    .onConflictDoNothing()
    .returning()
  const changes = added.map((after) => ({ before: undefined, after }))
  await noteChanges(tx, changes, { source: 'sign-up' })
}

/** Null: nothing is given any more. `until` is the last day, in America/Sao_Paulo; null for no end. */
export type Gift = { planId: string | null; until?: string | null | undefined }

/** A given plan for the audit log. */
export type GivenPlan = { plan: string; planUntil: string | null }

type Changed = { before: GivenPlan | null; after: GivenPlan | null }
type Given = { subscription: SubscriptionRow; plan: { id: string; displayName: string } }

/**
 * Gives a plan by hand instead of the one given before, or changes its end; the free plan, or null, ends it.
 * Records the change with its actor. `until` undefined: no end, or that of the same plan. Returns undefined
 * if nothing changes. Needs a transaction, which serialises concurrent calls.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan, and for an end of the free one.
 */
export async function assignPlan(
  tx: Db,
  { userId, actorId, ...gift }: { userId: string; actorId: string | null } & Gift,
): Promise<Changed | undefined> {
  const wanted = await readGift(tx, gift)
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const byHand = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'), isLive)
  const given: Given[] = await tx
    .select({ subscription: subscriptions, plan: { id: plans.id, displayName: plans.displayName } })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(byHand)
  const [former] = given
  if (isAsWanted(given, wanted, gift.until)) return undefined
  const stays = former !== undefined && given.length === 1 && former.plan.id === wanted?.id
  const changed = stays
    ? await tx.update(subscriptions).set({ currentPeriodEnd: wanted.endsAt }).where(byHand).returning()
    : await tx.update(subscriptions).set({ status: 'canceled' }).where(byHand).returning()
  const begun =
    stays || !wanted
      ? []
      : await tx
          .insert(subscriptions)
          .values({
            ...{ userId, planId: wanted.id, provider: 'manual', status: 'active' },
            currentPeriodEnd: wanted.endsAt,
          })
          .returning()
  const changes = [...changed, ...begun].map((after) => ({
    before: given.find(({ subscription }) => subscription.id === after.id)?.subscription,
    after,
  }))
  await noteChanges(tx, changes, { source: 'admin', actorId })
  return {
    before: former ? toGiven(former.plan.displayName, former.subscription.currentPeriodEnd) : null,
    after: wanted ? toGiven(wanted.displayName, wanted.endsAt) : null,
  }
}

const NOTHING_GIVEN = { plan: null, planUntil: null }

/** The audit log's part of a change by {@link assignPlan}. */
export const auditOfGift = ({ before, after }: Changed) =>
  ({
    action: after ? 'user.set-plan' : 'user.end-plan',
    before: before ?? NOTHING_GIVEN,
    after: after ?? NOTHING_GIVEN,
  }) as const

type Wanted = { id: string; displayName: string; endsAt: Date | null }

const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/** The plan to give, and the last instant of its last day; undefined to end what was given. */
async function readGift(tx: Db, { planId, until = null }: Gift): Promise<Wanted | undefined> {
  const isEnd = planId === null || planId === FREE_PLAN_ID
  if (isEnd && until !== null) throw refused('planUntil', 'O plano gratuito não tem data para terminar')
  if (isEnd) return undefined
  const [plan] = await tx
    .select({
      id: plans.id,
      displayName: plans.displayName,
      endsAt: sql<Date | null>`${lastInstantOf(until)}`.mapWith(subscriptions.currentPeriodEnd),
    })
    .from(plans)
    .where(eq(plans.id, planId))
  if (!plan) throw refused('planId', 'Plano não encontrado')
  return plan
}

function isAsWanted(given: Given[], wanted: Wanted | undefined, until: Gift['until']): boolean {
  const [former] = given
  if (!former || !wanted) return !former && !wanted
  if (given.length > 1 || former.plan.id !== wanted.id) return false
  return until === undefined || former.subscription.currentPeriodEnd?.getTime() === wanted.endsAt?.getTime()
}

const toGiven = (plan: string, endsAt: Date | null): GivenPlan => ({
  plan,
  planUntil: endsAt?.toISOString() ?? null,
})

/** Rows per transaction. */
const BATCH = 500

/**
 * Sets subscriptions past their end to expired, and records the change; they no longer counted before. Skips
 * locked rows until the next run.
 */
export async function expireSubscriptions(db: Db): Promise<void> {
  for (;;) {
    const expired = await db.transaction(async (tx) => {
      const over = await tx
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.status, 'active'), not(sql`(${isLive})`)))
        .limit(BATCH)
        .for('no key update', { skipLocked: true })
      if (over.length === 0) return 0
      const rows = await tx
        .update(subscriptions)
        .set({ status: 'expired' })
        .where(
          inArray(
            subscriptions.id,
            over.map(({ id }) => id),
          ),
        )
        .returning()
      const changes = rows.map((after) => ({ before: over.find(({ id }) => id === after.id), after }))
      await noteChanges(tx, changes, { source: 'job' })
      return rows.length
    })
    if (expired < BATCH) return
  }
}
