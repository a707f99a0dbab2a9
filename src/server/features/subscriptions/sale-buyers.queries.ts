import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Buyer, MappingPreview, MappingQuery } from '#shared/contract/sales.ts'
import type { Db } from '../../db/connect.ts'
import {
  plans,
  purchaseClaims,
  saleGrants,
  subscriptions,
  users,
  webhookEvents,
} from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import type { Code } from '../webhooks/sale-decisions.queries.ts'
import { isLive } from './effective-plan.queries.ts'
import { isOver, stateOf } from './entitlement.ts'
import { readHubla } from './hubla-facts.ts'
import { type Facts, merge, newestOf } from './purchase-facts.ts'

/** Buyers named; more are only counted. */
const NAMED = 100
/** Deliveries per read, to bound the memory of their payloads. */
const BATCH = 500
/** Deliveries that a preview reads, about 3,000 purchases: reading them takes some seconds. */
const READ_MAX = 20_000

type Buyers = Pick<MappingPreview, 'in' | 'waiting' | 'out' | 'people'>

const RANK: Record<Buyer['access'], number> = { in: 0, waiting: 1, out: 2 }

function toBuyers(all: Buyer[]): Buyers {
  const sorted = all.toSorted((one, other) => RANK[one.access] - RANK[other.access])
  const count = (access: Buyer['access']) => all.filter((it) => it.access === access).length
  return { in: count('in'), waiting: count('waiting'), out: count('out'), people: sorted.slice(0, NAMED) }
}

type Purchase = { email: string | null; facts: Facts }

/**
 * Who would get in if a code became a plan: the purchases of the deliveries that wait for it. Changes nothing.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan.
 */
export async function previewMapping(db: Db, { planId, ...code }: MappingQuery): Promise<MappingPreview> {
  const [plan] = await db
    .select({ id: plans.id, displayName: plans.displayName })
    .from(plans)
    .where(eq(plans.id, planId))
  const text = 'Plano não encontrado'
  if (!plan) throw new AppError('VALIDATION_ERROR', text, { details: { planId: text } })
  const { purchases, events, isPartial } = await readWaiting(db, code)
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from now()) * 1000)::float8 as ms`,
  )
  const now = new Date(rows[0]?.ms ?? Number.NaN)
  const all = [...purchases.values()]
  const known = await findKnown(
    db,
    all.flatMap((it) => emailOf(it) ?? []),
  )
  return { plan, ...toBuyers(all.map((it) => toBuyer(it, code, known, now))), events, isPartial }
}

async function readWaiting(db: Db, { provider, kind, externalId }: Code) {
  const purchases = new Map<string, Purchase>()
  let events = 0
  for (let after: string | undefined; ; ) {
    const rows = await db
      .select()
      .from(webhookEvents)
      .where(
        and(
          eq(webhookEvents.state, 'parked'),
          isNotNull(webhookEvents.rawBody),
          eq(webhookEvents.isSandbox, false),
          eq(webhookEvents.provider, provider),
          sql`${webhookEvents.sold} @> ${JSON.stringify([{ kind, externalId }])}::jsonb`,
          after ? gt(webhookEvents.id, after) : undefined,
        ),
      )
      .orderBy(asc(webhookEvents.id))
      .limit(BATCH)
    for (const row of rows) add(purchases, row)
    events += rows.length
    after = rows.at(-1)?.id
    if (rows.length < BATCH || events >= READ_MAX)
      return { purchases, events, isPartial: rows.length === BATCH }
  }
}

/** A Stripe delivery is only asked for its address: the state comes from Stripe once the code has its plan. */
function add(purchases: Map<string, Purchase>, row: typeof webhookEvents.$inferSelect): void {
  const facts = row.provider === 'hubla' ? readHubla(JSON.parse(row.rawBody ?? 'null'))?.facts : undefined
  const key = row.externalSubscriptionId ?? row.id
  const known = purchases.get(key)
  purchases.set(key, { email: known?.email ?? row.email, facts: merge(known?.facts ?? {}, facts ?? {}) })
}

const emailOf = ({ email, facts }: Purchase) => newestOf(facts.email)?.value ?? email

/** Owners of addresses, by a confirmed account or a claim; `unproved`: addresses of accounts that are not confirmed. */
type Known = { owners: Map<string, { id: string; name: string }>; unproved: Set<string> }

function toBuyer(
  { email: sent, facts }: Purchase,
  { provider }: Code,
  { owners, unproved }: Known,
  now: Date,
): Buyer {
  const email = emailOf({ email: sent, facts })
  const person = (email && owners.get(email)) || null
  // Stripe says the state once the code has its plan.
  const state = provider === 'stripe' ? undefined : stateOf(facts)
  const isOut = state !== undefined && (state.status !== 'active' || isOver(state, now))
  return {
    person,
    email,
    ...toAccess({ isOut, hasOwner: person !== null, hasAccount: email !== null && unproved.has(email) }),
    until: state?.currentPeriodEnd?.toISOString() ?? null,
  }
}

type Standing = { isOut: boolean; hasOwner: boolean; hasAccount: boolean }

function toAccess({ isOut, hasOwner, hasAccount }: Standing): Pick<Buyer, 'access' | 'step'> {
  if (isOut || hasOwner) return { access: isOut ? 'out' : 'in', step: null }
  return { access: 'waiting', step: hasAccount ? 'verify-email' : 'sign-up' }
}

async function findKnown(db: Db, addresses: string[]): Promise<Known> {
  const owners: Known['owners'] = new Map()
  const unproved: Known['unproved'] = new Set()
  const all = [...new Set(addresses)]
  for (let at = 0; at < all.length; at += BATCH) {
    const some = all.slice(at, at + BATCH)
    const claimed = await db
      .select({ email: purchaseClaims.email, id: users.id, name: users.name })
      .from(purchaseClaims)
      .innerJoin(users, eq(users.id, purchaseClaims.userId))
      .where(and(inArray(purchaseClaims.email, some), isNotNull(purchaseClaims.usedAt)))
      .orderBy(asc(purchaseClaims.usedAt), asc(purchaseClaims.id))
    const accounts = await db
      .select({ email: users.email, id: users.id, name: users.name, isProved: users.emailVerified })
      .from(users)
      .where(inArray(users.email, some))
    const proved = accounts.filter(({ isProved }) => isProved)
    for (const { email, id, name } of [...claimed, ...proved]) owners.set(email, { id, name })
    for (const { email, isProved } of accounts) if (!isProved) unproved.add(email)
  }
  return { owners, unproved }
}

/** The purchases that a decision gives their plan, and their buyers. */
export async function readGrants(db: Db, { decisionId }: { decisionId: string }): Promise<Buyers> {
  const isGrant = and(eq(saleGrants.decisionId, decisionId), isNull(saleGrants.endedAt))
  const isIn = sql<boolean>`coalesce(${isLive}, false)`
  const [counts] = await db
    .select({
      in: sql<number>`(count(*) filter (where ${isIn} and ${subscriptions.userId} is not null))::int`,
      waiting: sql<number>`(count(*) filter (where ${isIn} and ${subscriptions.userId} is null))::int`,
      out: sql<number>`(count(*) filter (where not ${isIn}))::int`,
    })
    .from(saleGrants)
    .innerJoin(subscriptions, eq(subscriptions.id, saleGrants.subscriptionId))
    .where(isGrant)
  const ofAddress = alias(users, 'of_address')
  const rows = await db
    .select({ subscription: subscriptions, name: users.name, accountOfAddress: ofAddress.id, isIn })
    .from(saleGrants)
    .innerJoin(subscriptions, eq(subscriptions.id, saleGrants.subscriptionId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(ofAddress, eq(ofAddress.email, subscriptions.email))
    .where(isGrant)
    .orderBy(sql`not ${isIn}`, sql`${subscriptions.userId} is null`, subscriptions.id)
    .limit(NAMED)
  const people = rows.map(({ subscription, name, accountOfAddress, isIn }): Buyer => {
    const { userId, email, currentPeriodEnd } = subscription
    const person = userId !== null && name !== null ? { id: userId, name } : null
    const access = toAccess({
      isOut: !isIn,
      hasOwner: person !== null,
      hasAccount: accountOfAddress !== null,
    })
    return { person, email, ...access, until: currentPeriodEnd?.toISOString() ?? null }
  })
  return { in: counts?.in ?? 0, waiting: counts?.waiting ?? 0, out: counts?.out ?? 0, people }
}
