import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans, subscriptions } from '../../db/schema/index.ts'
import { findBuyer } from '../purchase-claims/buyers.queries.ts'
import { isOver, stateOf } from './entitlement.ts'
import { type Facts, merge, newestOf, type Sold } from './purchase-facts.ts'
import { noteChanges, type SubscriptionRow } from './subscription-changes.queries.ts'

/** What a purchase is known by. */
export type PurchaseKey = { provider: 'hubla' | 'stripe'; externalSubscriptionId: string }

/**
 * What came of an event. `parked`: what it sells, which is `sold`, is mapped to no plan, or nothing says yet whose it is.
 * `note` says why, for the administrator.
 */
export type PurchaseOutcome = { state: 'processed' | 'parked' | 'ignored'; note?: string; sold?: Sold[] }

/** `userId` is an account that is known to have bought it. */
type Told = PurchaseKey & { facts: Facts; eventId: string; userId?: string | undefined }

const UNMAPPED = 'O que foi vendido ainda não está ligado a um plano.'
const NOTHING_SOLD = 'O evento ainda não diz o que foi vendido.'
const NOBODY = 'O evento ainda não diz de quem é a compra.'

/**
 * Adds what is told to what is known of a purchase, for the holder of its lock: its row says then what all of it comes to,
 * whatever the order. A purchase whose new plan is unknown keeps the one that it had.
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
  if (!userId && email === null) return parked(NOBODY)

  const isPast = state.status === 'active' && isOver(state, await databaseTime(tx))
  const status: SubscriptionRow['status'] = isPast ? 'expired' : state.status
  const { provider, externalSubscriptionId, eventId } = told
  await write(tx, {
    isThis,
    eventId,
    values: {
      ...{ provider, externalSubscriptionId, planId, userId: userId ?? null, email, facts },
      ...{ ...state, status },
      ...namesIn(facts, planKeys),
    },
  })
  return planKeys.length > 0 && !soldPlan ? parked(UNMAPPED) : { state: 'processed' }
}

const buyerOf = async (tx: Db, email: string | null) =>
  email === null ? undefined : findBuyer(tx, { email })

/** Nothing else writes them. */
const factsOf = (row: SubscriptionRow | undefined): Facts => (row?.facts ?? {}) as Facts

const idOf = (planKeys: Sold[], kind: Sold['kind']) =>
  planKeys.find((sold) => sold.kind === kind)?.externalId ?? null

/** What the provider calls it and its buyer, and how far its own count has come. */
function namesIn({ newest: register, customerId }: Facts, planKeys: Sold[]) {
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

/** The plan of what was sold: offers and prices before products, and of several plans the one that opens most. */
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

/** The latest plan that it was before. */
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

/** Makes the row say so, and writes down what changed; nothing where it says so already. */
async function write(tx: Db, { isThis, values, eventId }: Write): Promise<void> {
  const [before] = await tx.select().from(subscriptions).where(isThis).for('no key update')
  if (before && says(before, values)) return
  // Somebody may have proved the address since the row was read.
  const wanted = { ...values, userId: before?.userId ?? values.userId }
  const [after] = before
    ? await tx.update(subscriptions).set(wanted).where(eq(subscriptions.id, before.id)).returning()
    : await tx.insert(subscriptions).values(wanted).returning()
  if (after) await noteChanges(tx, [{ before, after }], { source: 'webhook', webhookEventId: eventId })
}

/** Compared as the database keeps them: what is undefined is not there, and instants are texts. */
function says(row: SubscriptionRow, values: Values): boolean {
  const fields = Object.keys(values) as (keyof Values)[]
  const kept = Object.fromEntries(fields.map((field) => [field, row[field]]))
  return isDeepStrictEqual(plain(kept), plain(values))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
