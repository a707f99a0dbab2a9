import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { purchaseOwners, subscriptions, users, webhookEvents } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { findBuyer } from '../purchase-claims/buyers.queries.ts'
import { type PurchaseKey, UNKNOWN_BUYER } from './purchase-rows.queries.ts'
import { noteChanges } from './subscription-changes.queries.ts'

type Person = { id: string; name: string }

const ofPurchase = (
  table: typeof purchaseOwners | typeof subscriptions,
  { provider, externalSubscriptionId }: PurchaseKey,
) => and(eq(table.provider, provider), eq(table.externalSubscriptionId, externalSubscriptionId))

/** The person to whom an administrator gave a purchase. */
export async function findGivenOwner(db: Db, key: PurchaseKey): Promise<Person | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name })
    .from(purchaseOwners)
    .innerJoin(users, eq(users.id, purchaseOwners.userId))
    .where(ofPurchase(purchaseOwners, key))
  return row
}

/**
 * Gives a purchase without an owner to a person, also one that has no row yet. Undefined if it is theirs. The
 * caller holds the purchase's lock.
 * @throws {AppError} VALIDATION_ERROR for an unknown person; CONFLICT if the purchase is another person's.
 */
export async function givePurchase(
  tx: Db,
  { userId, actorId, ...key }: PurchaseKey & { userId: string; actorId: string },
): Promise<Person | undefined> {
  const [person] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId))
  const text = 'Pessoa não encontrada'
  if (!person) throw new AppError('VALIDATION_ERROR', text, { details: { userId: text } })
  const [row] = await tx
    .select({ subscription: subscriptions, owner: users.name })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(ofPurchase(subscriptions, key))
  const given = await findGivenOwner(tx, key)
  const owner = row?.subscription.userId ?? given?.id
  if (owner === userId) return undefined
  if (owner) throw new AppError('CONFLICT', `Esta compra já é de ${given?.name ?? row?.owner}.`)
  await tx.insert(purchaseOwners).values({ ...key, userId })
  const attached = await tx
    .update(subscriptions)
    .set({ userId })
    .where(and(ofPurchase(subscriptions, key), isNull(subscriptions.userId)))
    .returning()
  // For this person the subscription starts here.
  const changes = attached.map((after) => ({ before: undefined, after }))
  await noteChanges(tx, changes, { source: 'admin', actorId })
  return person
}

/**
 * Takes a purchase back from the person to whom it was given: it then belongs to the account that proved its
 * address, else it waits. Without an address its deliveries wait for one. Undefined if it was given to nobody.
 * The caller holds the purchase's lock.
 * @throws {AppError} CONFLICT if a payload without which nothing could wait was deleted.
 */
export async function takePurchaseBack(tx: Db, key: PurchaseKey): Promise<Person | undefined> {
  const person = await findGivenOwner(tx, key)
  if (!person) return undefined
  await tx.delete(purchaseOwners).where(ofPurchase(purchaseOwners, key))
  const isIt = ofPurchase(subscriptions, key)
  const [row] = await tx.select({ email: subscriptions.email }).from(subscriptions).where(isIt)
  if (!row) return person
  if (row.email === null) await parkWithoutBuyer(tx, key)
  else {
    const userId = (await findBuyer(tx, { email: row.email })) ?? null
    await tx.update(subscriptions).set({ userId }).where(isIt)
  }
  return person
}

async function parkWithoutBuyer(tx: Db, key: PurchaseKey): Promise<void> {
  const isOfIt = and(
    eq(webhookEvents.provider, key.provider),
    eq(webhookEvents.externalSubscriptionId, key.externalSubscriptionId),
    eq(webhookEvents.state, 'processed'),
    eq(webhookEvents.isSandbox, false),
  )
  if ((await tx.$count(webhookEvents, and(isOfIt, isNull(webhookEvents.rawBody)))) > 0) {
    throw new AppError(
      'CONFLICT',
      'O conteúdo de um evento desta compra já foi apagado, e ela não tem e-mail: não dá mais para tirá-la de quem a recebeu.',
    )
  }
  // The facts of a purchase live in its row, or in the deliveries that wait.
  await tx.delete(subscriptions).where(ofPurchase(subscriptions, key))
  await tx
    .update(webhookEvents)
    .set({ state: 'parked', failure: UNKNOWN_BUYER, processedAt: sql`now()` })
    .where(isOfIt)
}
