import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { planExternals, subscriptionChanges, subscriptions, users } from '../../db/schema/index.ts'
import { seedPlans } from '../../db/seed/plans.ts'

function seeded(name: string) {
  const plan = seedPlans.find((it) => it.name === name)
  if (!plan) throw new Error(`no plan is seeded as ${name}`)
  return plan
}
export const CREATOR_PLAN = seeded('creator')
export const BIG_PLAN = seeded('big_player')

type Kind = typeof planExternals.$inferInsert.kind

/** Maps a sold item to a plan, at Hubla by default. */
export async function mapToPlan(
  db: Db,
  { planId, externalId, kind = 'offer' }: { planId: string; externalId: string; kind?: Kind },
): Promise<void> {
  const provider = kind === 'price' ? 'stripe' : 'hubla'
  await db.insert(planExternals).values({ planId, provider, kind, externalId })
}

/** Inserts an account with just an email. */
export async function makeBuyer(
  db: Db,
  { email = `${randomUUID()}@exemplo.com.br`, isVerified = true } = {},
): Promise<{ userId: string; email: string }> {
  const userId = randomUUID()
  await db.insert(users).values({ id: userId, name: 'Bruna Alves', email, emailVerified: isVerified })
  return { userId, email }
}

type Purchase = {
  email: string
  /** Its owner; null for a pending purchase. */
  userId?: string | null
  status?: (typeof subscriptions.$inferInsert)['status']
}

/** Inserts a purchase of the plan Criador as a provider's events would; returns its row's id. */
export async function makePurchase(
  db: Db,
  { email, userId = null, status = 'active' }: Purchase,
): Promise<string> {
  const [row] = await db
    .insert(subscriptions)
    .values({
      ...{ email, userId, status, planId: CREATOR_PLAN.id },
      ...{ provider: 'hubla', externalSubscriptionId: randomUUID() },
    })
    .returning({ id: subscriptions.id })
  if (!row) throw new Error('no purchase was made')
  return row.id
}

/** The row of a purchase by its provider's id; undefined if missing. */
export async function findPurchase(db: Db, externalSubscriptionId: string) {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.externalSubscriptionId, externalSubscriptionId))
  if (rows.length > 1) throw new Error('a purchase has two rows')
  return rows[0]
}

/** The recorded changes of a subscription, oldest first. */
export const listChanges = (db: Db, subscriptionId: string) =>
  db
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.subscriptionId, subscriptionId))
    .orderBy(asc(subscriptionChanges.createdAt), asc(subscriptionChanges.id))
