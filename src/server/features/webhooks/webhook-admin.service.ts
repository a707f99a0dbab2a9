import type { WebhookEvent } from '#shared/contract/webhooks.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { givePurchase, takePurchaseBack } from '../subscriptions/purchase-owners.queries.ts'
import { lockEvent, type StoredEvent } from './webhook-events.queries.ts'
import { getEvent } from './webhook-lists.queries.ts'
import { bodyGone, processWebhookEvent } from './webhook-process.service.ts'

type Context = { deps: Deps; origin: AuditOrigin }

const PROVIDERS = { hubla: 'Hubla', stripe: 'Stripe' } as const

const entityOf = ({ id, provider, type }: StoredEvent) =>
  ({ type: 'webhook', id, name: `${PROVIDERS[provider]} ${type}` }) as const

/**
 * Processes an event again, whatever its state, and returns the new state, which may be a failure. The retry
 * is audited first, even if it fails.
 * @throws {AppError} NOT_FOUND; CONFLICT if its payload was deleted.
 */
export async function retryEvent(
  { deps, origin }: Context,
  { eventId }: { eventId: string },
): Promise<WebhookEvent> {
  await deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, { eventId })
    if (event.rawBody === null) throw bodyGone()
    const details = { state: event.state }
    await writeAudit(tx, { origin, action: 'webhook.retry', entity: entityOf(event), details })
  })
  await processWebhookEvent(deps, { eventId, again: true })
  return await getEvent(deps.db, { eventId })
}

const noPurchase = () =>
  new AppError('CONFLICT', 'Este evento não é de uma compra que se possa dar a alguém.')

/**
 * Gives the purchase of a delivery to a person, and processes the delivery if it waited for its buyer. Repeated
 * calls change nothing.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR for an unknown person; CONFLICT for a purchase of another
 * person, and for a delivery without a purchase or payload.
 */
export async function assignPurchase(
  { deps, origin }: Context,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<WebhookEvent> {
  const isWaiting = await deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, { eventId })
    const key = keyOf(event)
    if (!key) throw noPurchase()
    if (event.state === 'parked' && event.rawBody === null) throw bodyGone()
    const subject = await givePurchase(tx, { ...key, userId, actorId: origin.actor.id })
    if (subject) await writeAudit(tx, { origin, action: 'webhook.assign', subject, entity: entityOf(event) })
    return event.state === 'parked'
  })
  if (isWaiting) await processWebhookEvent(deps, { eventId })
  return await getEvent(deps.db, { eventId })
}

/**
 * Undoes {@link assignPurchase}: the purchase waits again, or belongs to the account that proved its address.
 * @throws {AppError} NOT_FOUND; CONFLICT if a payload without which nothing could wait was deleted.
 */
export async function unassignPurchase(
  { deps, origin }: Context,
  { eventId }: { eventId: string },
): Promise<WebhookEvent> {
  await deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, { eventId })
    const key = keyOf(event)
    const subject = key && (await takePurchaseBack(tx, key))
    if (!subject) return
    await writeAudit(tx, { origin, action: 'webhook.unassign', subject, entity: entityOf(event) })
  })
  return await getEvent(deps.db, { eventId })
}

const keyOf = ({ provider, externalSubscriptionId, isSandbox }: StoredEvent) =>
  externalSubscriptionId === null || isSandbox ? undefined : { provider, externalSubscriptionId }
