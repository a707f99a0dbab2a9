import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { purchaseOwners, subscriptions } from '../../db/schema/index.ts'
import { findBuyer } from '../purchase-claims/buyers.queries.ts'
import { isOver, stateOf } from './entitlement.ts'
import { type Facts, merge, newestOf, type Sold } from './purchase-facts.ts'
import { findFormerPlan, findVerdict, isWithdrawn, noteGrant, type Verdict } from './sold-plans.queries.ts'
import { noteChanges, type SubscriptionRow } from './subscription-changes.queries.ts'

/** The key of a purchase. */
export type PurchaseKey = { provider: 'hubla' | 'stripe'; externalSubscriptionId: string }

/**
 * The result of an event. `parked`: no plan has its items, listed in `sold`, or its buyer is unknown. `ignored`:
 * its items are none of this house's plans. `note` is the reason, for administrators.
 */
export type PurchaseOutcome = { state: 'processed' | 'parked' | 'ignored'; note?: string; sold?: Sold[] }

/** `userId` is the account of a known buyer. */
type Told = PurchaseKey & { facts: Facts; eventId: string; userId?: string | undefined }

export const UNMAPPED = 'O que foi vendido ainda não está ligado a um plano.'
export const NOT_A_PLAN = 'O que foi vendido não é plano desta casa.'
const NOTHING_SOLD = 'O evento ainda não diz o que foi vendido.'
export const UNKNOWN_BUYER = 'O evento ainda não diz de quem é a compra.'

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
  const verdict = await findVerdict(tx, told.provider, planKeys)
  const planId = await planOf(tx, { provider: told.provider, verdict, formerKeys, known })
  if (!planId) return verdict === 'other' ? OTHER : parked(planKeys.length > 0 ? UNMAPPED : NOTHING_SOLD)
  const email = newestOf(facts.email)?.value ?? null
  const userId = known?.userId ?? (await ownerOf(tx, told)) ?? told.userId ?? (await buyerOf(tx, email))
  if (!userId && email === null) return parked(UNKNOWN_BUYER)

  const isPast = state.status === 'active' && isOver(state, await databaseTime(tx))
  const status: SubscriptionRow['status'] = isPast ? 'expired' : state.status
  const { provider, externalSubscriptionId, eventId } = told
  await write(tx, {
    isThis,
    eventId,
    verdict,
    values: {
      ...{ provider, externalSubscriptionId, planId, userId: userId ?? null, email, facts },
      ...{ ...state, status },
      ...externalIds(facts, planKeys),
    },
  })
  return planKeys.length > 0 && !verdict ? parked(UNMAPPED) : { state: 'processed' }
}

const OTHER: PurchaseOutcome = { state: 'ignored', note: NOT_A_PLAN }

type Planned = {
  provider: PurchaseKey['provider']
  verdict: Verdict | undefined
  formerKeys: Sold[][]
  known: SubscriptionRow | undefined
}

/** The plan of the newest items, else of former ones, else the one that the purchase has. */
async function planOf(
  tx: Db,
  { provider, verdict, formerKeys, known }: Planned,
): Promise<string | undefined> {
  if (verdict && verdict !== 'other') return verdict.planId
  const former = await findFormerPlan(tx, provider, formerKeys)
  if (former || !known) return former
  return (await isWithdrawn(tx, { subscriptionId: known.id })) ? undefined : known.planId
}

/** The person to whom an administrator gave this purchase. */
async function ownerOf(
  tx: Db,
  { provider, externalSubscriptionId }: PurchaseKey,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ userId: purchaseOwners.userId })
    .from(purchaseOwners)
    .where(
      and(
        eq(purchaseOwners.provider, provider),
        eq(purchaseOwners.externalSubscriptionId, externalSubscriptionId),
      ),
    )
  return row?.userId
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

type Values = Omit<typeof subscriptions.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>
type Write = {
  isThis: ReturnType<typeof and>
  values: Values
  eventId: string
  verdict: Verdict | undefined
}

/** Updates the row and records the change; does nothing if the row is up to date. */
async function write(tx: Db, { isThis, values, eventId, verdict }: Write): Promise<void> {
  const [before] = await tx.select().from(subscriptions).where(isThis).for('no key update')
  // A renewal of a purchase that had this plan before its code was decided is not the decision's grant.
  const isGranted = before?.planId !== values.planId || (await isWithdrawn(tx, { subscriptionId: before.id }))
  if (before && isUpToDate(before, values)) return
  // The address may have been proved since the row was read.
  const wanted = { ...values, userId: before?.userId ?? values.userId }
  const [after] = before
    ? await tx.update(subscriptions).set(wanted).where(eq(subscriptions.id, before.id)).returning()
    : await tx.insert(subscriptions).values(wanted).returning()
  if (!after) return
  await noteChanges(tx, [{ before, after }], { source: 'webhook', webhookEventId: eventId })
  if (isGranted && verdict && verdict !== 'other') {
    await noteGrant(tx, { subscriptionId: after.id, decisionId: verdict.decisionId })
  }
}

/** Compared in stored form: without undefined, and with instants as text. */
function isUpToDate(row: SubscriptionRow, values: Values): boolean {
  const fields = Object.keys(values) as (keyof Values)[]
  const kept = Object.fromEntries(fields.map((field) => [field, row[field]]))
  return isDeepStrictEqual(plain(kept), plain(values))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
