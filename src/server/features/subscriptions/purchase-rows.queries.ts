import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans, subscriptions } from '../../db/schema/index.ts'
import { findBuyer } from '../purchase-claims/buyers.queries.ts'
import { isOver, stateOf } from './entitlement.ts'
import { type Facts, merge, newestOf, type Sold } from './purchase-facts.ts'
import { noteChanges, type SubscriptionRow } from './subscription-changes.queries.ts'

/** The key of a purchase. */
export type PurchaseKey = { provider: 'hubla' | 'stripe'; externalSubscriptionId: string }

/**
 * The result of an event. `parked`: no plan has its items, listed in `sold`, or its buyer is unknown. `note`
 * is the reason, for administrators.
 */
export type PurchaseOutcome = { state: 'processed' | 'parked' | 'ignored'; note?: string; sold?: Sold[] }

/** `userId` is the account of a known buyer. */
type Told = PurchaseKey & { facts: Facts; eventId: string; userId?: string | undefined }

const UNMAPPED = 'O que foi vendido ainda não está ligado a um plano.'
const NOTHING_SOLD = 'O evento ainda não diz o que foi vendido.'
const UNKNOWN_BUYER = 'O evento ainda não diz de quem é a compra.'

/**
 * Merges facts into a purchase and updates its row; the caller must hold its lock. The result does not depend
 * on the order of events. While no plan has the new items, the purchase keeps its plan.
 */
export async function recordPurchase(tx: Db, told: Told): Promise<PurchaseOutcome> {
  const isThis = and(
    eq(subscriptions.provider, told.provider),
    eq(subscriptions.externalSubscriptionId, told.externalSubscriptionId),
  )
  const [known] = await tx.select().from(subscriptions).where(isThis)
  const facts = merge(factsOf(known), told.facts)
  const { planKeys, formerKeys, ...state } = stateOf(facts)
  const parked = (note: string): PurchaseOutcome => ({ state: 'parked', note, sold: planKeys })
  const soldPlan = await findSoldPlan(tx, told.provider, planKeys)
  const planId = soldPlan ?? (await findFormerPlan(tx, told.provider, formerKeys)) ?? known?.planId
  if (!planId) return parked(planKeys.length > 0 ? UNMAPPED : NOTHING_SOLD)
  const email = newestOf(facts.email)?.value ?? null
  const userId = known?.userId ?? told.userId ?? (await buyerOf(tx, email))
  if (!userId && email === null) return parked(UNKNOWN_BUYER)

  const isPast = state.status === 'active' && isOver(state, await databaseTime(tx))
  const status: SubscriptionRow['status'] = isPast ? 'expired' : state.status
  const { provider, externalSubscriptionId, eventId } = told
  await write(tx, {
    isThis,
    eventId,
    values: {
      ...{ provider, externalSubscriptionId, planId, userId: userId ?? null, email, facts },
      ...{ ...state, status },
      ...externalIds(facts, planKeys),
    },
  })
  return planKeys.length > 0 && !soldPlan ? parked(UNMAPPED) : { state: 'processed' }
}

const buyerOf = async (tx: Db, email: string | null) =>
  email === null ? undefined : findBuyer(tx, { email })

/** Only this file writes them. */
const factsOf = (row: SubscriptionRow | undefined): Facts => (row?.facts ?? {}) as Facts

const idOf = (planKeys: Sold[], kind: Sold['kind']) =>
  planKeys.find((sold) => sold.kind === kind)?.externalId ?? null

/** The provider's ids of subscription and customer, and the revision. */
function externalIds({ newest: register, customerId }: Facts, planKeys: Sold[]) {
  const newest = newestOf(register)
  return {
    lastWebhookVersion: register?.numbered?.version ?? null,
    lastModifiedAt: newest?.at ? new Date(newest.at) : null,
    externalCustomerId: newestOf(customerId)?.value ?? null,
    externalOfferId: idOf(planKeys, 'offer') ?? idOf(planKeys, 'price'),
    externalProductId: idOf(planKeys, 'product'),
  }
}

async function databaseTime(tx: Db): Promise<Date> {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select (extract(epoch from now()) * 1000)::float8 as ms`,
  )
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** The plan of the sold items: offers and prices before products, the highest of several plans. */
async function findSoldPlan(
  tx: Db,
  provider: PurchaseKey['provider'],
  sold: Sold[],
): Promise<string | undefined> {
  const kinds = [...new Set(sold.map(({ kind }) => kind))]
  if (kinds.length === 0) return undefined
  const anyOf = kinds.map((kind) => {
    const ids = sold.filter((it) => it.kind === kind).map(({ externalId }) => externalId)
    return and(eq(planExternals.kind, kind), inArray(planExternals.externalId, ids))
  })
  const [found] = await tx
    .select({ id: plans.id })
    .from(planExternals)
    .innerJoin(plans, eq(plans.id, planExternals.planId))
    .where(and(eq(planExternals.provider, provider), or(...anyOf)))
    .orderBy(
      sql`${planExternals.kind} = 'product'`,
      desc(plans.allAgents),
      desc(plans.monthlyMessageLimit),
      desc(plans.order),
      asc(plans.id),
    )
    .limit(1)
  return found?.id
}

/** The latest earlier plan. */
async function findFormerPlan(
  tx: Db,
  provider: PurchaseKey['provider'],
  formerKeys: Sold[][],
): Promise<string | undefined> {
  for (const planKeys of formerKeys) {
    const planId = await findSoldPlan(tx, provider, planKeys)
    if (planId) return planId
  }
  return undefined
}

type Values = Omit<typeof subscriptions.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>
type Write = { isThis: ReturnType<typeof and>; values: Values; eventId: string }

/** Updates the row and records the change; does nothing if the row is up to date. */
async function write(tx: Db, { isThis, values, eventId }: Write): Promise<void> {
  const [before] = await tx.select().from(subscriptions).where(isThis).for('no key update')
  if (before && isUpToDate(before, values)) return
  // The address may have been proved since the row was read.
  const wanted = { ...values, userId: before?.userId ?? values.userId }
  const [after] = before
    ? await tx.update(subscriptions).set(wanted).where(eq(subscriptions.id, before.id)).returning()
    : await tx.insert(subscriptions).values(wanted).returning()
  if (after) await noteChanges(tx, [{ before, after }], { source: 'webhook', webhookEventId: eventId })
}

/** Compared in stored form: without undefined, and with instants as text. */
function isUpToDate(row: SubscriptionRow, values: Values): boolean {
  const fields = Object.keys(values) as (keyof Values)[]
  const kept = Object.fromEntries(fields.map((field) => [field, row[field]]))
  return isDeepStrictEqual(plain(kept), plain(values))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
