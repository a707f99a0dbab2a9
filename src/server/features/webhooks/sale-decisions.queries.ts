import { and, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { OtherSale, SaleDecision } from '#shared/contract/sales.ts'
import type { Db } from '../../db/connect.ts'
import {
  planExternals,
  plans,
  saleDecisions,
  saleGrants,
  subscriptions,
  webhookEvents,
} from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { lockPlans } from '../plans/plan-changes.queries.ts'
import { NOT_A_PLAN, UNMAPPED } from '../subscriptions/purchase-rows.queries.ts'

/** More than an administrator looks through; the newest come first. */
const SHOWN = 100

export type Code = Pick<OtherSale, 'provider' | 'kind' | 'externalId'>
export type DecisionRow = typeof saleDecisions.$inferSelect

const isCode = ({ provider, kind, externalId }: Code) =>
  and(
    eq(saleDecisions.provider, provider),
    eq(saleDecisions.kind, kind),
    eq(saleDecisions.externalId, externalId),
    isNull(saleDecisions.undoneAt),
  )

const sells = ({ provider, kind, externalId }: Code): SQL | undefined =>
  and(
    eq(webhookEvents.provider, provider),
    isNotNull(webhookEvents.rawBody),
    eq(webhookEvents.isSandbox, false),
    sql`${webhookEvents.sold} @> ${JSON.stringify([{ kind, externalId }])}::jsonb`,
  )

/** Deliveries that have no effect because their code is marked. */
const isWithoutEffect = (code: Code) =>
  and(eq(webhookEvents.state, 'ignored'), eq(webhookEvents.failure, NOT_A_PLAN), sells(code))

/** Still mapped as the decision says; the plan's form may have changed it since. */
const isStillMapped = and(
  eq(planExternals.provider, saleDecisions.provider),
  eq(planExternals.kind, saleDecisions.kind),
  eq(planExternals.externalId, saleDecisions.externalId),
  eq(planExternals.planId, saleDecisions.planId),
)

const listed = (db: Db) =>
  db
    .select({
      decision: saleDecisions,
      plan: { id: plans.id, displayName: plans.displayName },
      purchases: db.$count(
        saleGrants,
        and(eq(saleGrants.decisionId, saleDecisions.id), isNull(saleGrants.endedAt)),
      ),
    })
    .from(saleDecisions)
    .leftJoin(plans, eq(plans.id, saleDecisions.planId))
    .leftJoin(planExternals, isStillMapped)

type Listed = Awaited<ReturnType<typeof listed>>[number]

/** Deliveries without effect by code, in one read of the deliveries whose payload is kept. */
async function countWithoutEffect(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ code: string; count: number }>(sql`
    select concat_ws(' ', event.provider, sold.kind, sold."externalId") as code, count(*)::int as count
    from webhook_events event
      cross join jsonb_to_recordset(coalesce(event.sold, '[]')) as sold (kind text, "externalId" text)
    where event.raw_body is not null and event.state = 'ignored' and event.failure = ${NOT_A_PLAN}
    group by 1`)
  return new Map(rows.map(({ code, count }) => [code, count]))
}

const keyOf = ({ provider, kind, externalId }: Code) => `${provider} ${kind} ${externalId}`

const toDecision = (
  { decision, plan, purchases }: Listed,
  withoutEffect: ReadonlyMap<string, number>,
): SaleDecision => ({
  id: decision.id,
  provider: decision.provider,
  kind: decision.kind,
  externalId: decision.externalId,
  name: decision.name,
  plan,
  affected: plan ? purchases : (withoutEffect.get(keyOf(decision)) ?? 0),
  createdAt: decision.createdAt.toISOString(),
})

/** The decisions in force, newest first, at most a hundred. */
export async function listDecisions(db: Db): Promise<SaleDecision[]> {
  const isInForce = or(isNull(saleDecisions.planId), isNotNull(planExternals.id))
  const rows = await listed(db)
    .where(and(isNull(saleDecisions.undoneAt), isInForce))
    .orderBy(desc(saleDecisions.createdAt), desc(saleDecisions.id))
    .limit(SHOWN)
  const withoutEffect = await countWithoutEffect(db)
  return rows.map((row) => toDecision(row, withoutEffect))
}

/** @throws {AppError} NOT_FOUND */
export async function getDecision(db: Db, { decisionId }: { decisionId: string }): Promise<SaleDecision> {
  const [row] = await listed(db).where(eq(saleDecisions.id, decisionId))
  if (!row) throw notFound('Item')
  return toDecision(row, await countWithoutEffect(db))
}

/** The decision in force about a code. */
export async function findDecision(db: Db, code: Code): Promise<DecisionRow | undefined> {
  const [row] = await db.select().from(saleDecisions).where(isCode(code))
  return row
}

/** Records that a code was mapped to a plan, instead of a decision that the plan's form made void. */
export async function decidePlan(
  tx: Db,
  { planId, name, ...code }: Code & { planId: string; name?: string | null | undefined },
): Promise<void> {
  await tx.delete(saleDecisions).where(isCode(code))
  await tx.insert(saleDecisions).values({ ...code, planId, name: name ?? null })
}

/**
 * Marks a code as none of this house's plans; false if it is marked. Needs a transaction, which serialises
 * changes to codes.
 * @throws {AppError} CONFLICT while a plan has the code.
 */
export async function decideOther(tx: Db, { name, ...code }: OtherSale): Promise<boolean> {
  await lockPlans(tx)
  const { provider, kind, externalId } = code
  const [mapped] = await tx
    .select({ plan: plans.displayName })
    .from(planExternals)
    .innerJoin(plans, eq(plans.id, planExternals.planId))
    .where(
      and(
        eq(planExternals.provider, provider),
        eq(planExternals.kind, kind),
        eq(planExternals.externalId, externalId),
      ),
    )
  if (mapped)
    throw new AppError('CONFLICT', `Este código é do plano ${mapped.plan}. Desligue-o do plano antes.`)
  const known = await findDecision(tx, code)
  if (known?.planId === null) return false
  await tx.delete(saleDecisions).where(isCode(code))
  await tx.insert(saleDecisions).values({ ...code, planId: null, name: name ?? null })
  return true
}

/** @throws {AppError} CONFLICT if the code is marked as none of this house's plans. */
export async function requireUnmarked(tx: Db, code: Code): Promise<void> {
  const known = await findDecision(tx, code)
  if (known?.planId === null) {
    throw new AppError(
      'CONFLICT',
      'Este código está marcado como “não é plano desta casa”. Desfaça a marca antes.',
    )
  }
}

/** Deliveries that wait for a code and were not tried since it was decided, oldest first, and their number. */
export async function listWaiting(
  db: Db,
  { limit, decision, ...code }: Code & { limit: number; decision?: DecisionRow | undefined },
): Promise<{ eventIds: string[]; count: number }> {
  const isWaiting = and(
    eq(webhookEvents.state, 'parked'),
    sells(code),
    decision && or(isNull(webhookEvents.processedAt), lte(webhookEvents.processedAt, decision.createdAt)),
  )
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(isWaiting)
    .orderBy(webhookEvents.createdAt, webhookEvents.id)
    .limit(limit)
  return { eventIds: rows.map(({ id }) => id), count: await db.$count(webhookEvents, isWaiting) }
}

/**
 * Undoes a decision: its code is then undecided. Undefined if it was undone before. Needs a transaction. The
 * effects of the decision end in batches.
 * @throws {AppError} NOT_FOUND; CONFLICT if the plan's form changed the code since.
 */
export async function closeDecision(
  tx: Db,
  { decisionId }: { decisionId: string },
): Promise<{ decision: DecisionRow; plan: string | null } | undefined> {
  await lockPlans(tx)
  const [row] = await tx
    .select({ decision: saleDecisions, plan: plans })
    .from(saleDecisions)
    .leftJoin(plans, eq(plans.id, saleDecisions.planId))
    .where(eq(saleDecisions.id, decisionId))
    .for('update', { of: saleDecisions })
  if (!row) throw notFound('Item')
  const { decision, plan } = row
  if (decision.undoneAt) return undefined
  if (plan) await unmap(tx, decision, plan)
  await tx.update(saleDecisions).set({ undoneAt: sql`now()` }).where(eq(saleDecisions.id, decisionId))
  return { decision, plan: plan?.displayName ?? null }
}

async function unmap(tx: Db, decision: DecisionRow, plan: typeof plans.$inferSelect): Promise<void> {
  const { provider, kind, externalId } = decision
  if (kind === 'price' && plan.stripePriceId === externalId) {
    throw new AppError(
      'CONFLICT',
      `Este código é o preço do plano ${plan.displayName} no Stripe. Mude-o na tela do plano.`,
    )
  }
  const removed = await tx
    .delete(planExternals)
    .where(
      and(
        eq(planExternals.provider, provider),
        eq(planExternals.kind, kind),
        eq(planExternals.externalId, externalId),
        eq(planExternals.planId, plan.id),
      ),
    )
    .returning({ id: planExternals.id })
  if (removed.length === 0) {
    throw new AppError('CONFLICT', `Este código já não é do plano ${plan.displayName}.`)
  }
  await tx
    .update(plans)
    .set({ version: sql`${plans.version} + 1` })
    .where(eq(plans.id, plan.id))
}

/** Makes deliveries of a code that is no longer marked wait for a plan again, at most `limit`. */
export async function parkAgain(
  db: Db,
  { limit, ...code }: Code & { limit: number },
): Promise<{ done: number; left: number }> {
  const some = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(isWithoutEffect(code))
    .limit(limit)
  const { rowCount } = await db
    .update(webhookEvents)
    .set({ state: 'parked', failure: UNMAPPED })
    .where(inArray(webhookEvents.id, some))
  return { done: rowCount ?? 0, left: await db.$count(webhookEvents, isWithoutEffect(code)) }
}

/** Purchases whose plan an undone decision still gives, or the grants of one decision; at most `limit`. */
export async function listEndingGrants(
  db: Db,
  { limit, decisionId }: { limit: number; decisionId?: string },
): Promise<string[]> {
  const rows = await db
    .select({ subscriptionId: saleGrants.subscriptionId })
    .from(saleGrants)
    .innerJoin(saleDecisions, eq(saleDecisions.id, saleGrants.decisionId))
    .innerJoin(subscriptions, eq(subscriptions.id, saleGrants.subscriptionId))
    .where(
      and(
        isNull(saleGrants.endedAt),
        isNotNull(saleDecisions.undoneAt),
        decisionId ? eq(saleDecisions.id, decisionId) : undefined,
      ),
    )
    .orderBy(saleGrants.subscriptionId)
    .limit(limit)
  return rows.map(({ subscriptionId }) => subscriptionId)
}

/** Number of purchases that a decision still gives their plan. */
export const countGrants = (db: Db, { decisionId }: { decisionId: string }): Promise<number> =>
  db.$count(saleGrants, and(eq(saleGrants.decisionId, decisionId), isNull(saleGrants.endedAt)))
