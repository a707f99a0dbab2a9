import type { MapOffer, MappedOffer, WebhookEvent } from '#shared/contract/webhooks.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { addPlanExternal } from './unmapped-offers.queries.ts'
import { listParked, lockEvent } from './webhook-events.queries.ts'
import { getEvent } from './webhook-lists.queries.ts'
import { bodyGone, processWebhookEvent } from './webhook-process.service.ts'

type Context = { deps: Deps; origin: AuditOrigin }

const PROVIDERS = { hubla: 'Hubla', stripe: 'Stripe' } as const

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
    const { provider, type, state, rawBody } = await lockEvent(tx, { eventId })
    if (rawBody === null) throw bodyGone()
    const entity = { type: 'webhook', id: eventId, name: `${PROVIDERS[provider]} ${type}` } as const
    await writeAudit(tx, { origin, action: 'webhook.retry', entity, details: { state } })
  })
  await processWebhookEvent(deps, { eventId, again: true })
  return await getEvent(deps.db, { eventId })
}

/**
 * Maps a sold item to a plan, and processes the events parked for it, each in its own transaction. An
 * existing mapping is only processed.
 * @throws {AppError} VALIDATION_ERROR, CONFLICT as {@link addPlanExternal}.
 */
export async function mapOffer({ deps, origin }: Context, offer: MapOffer): Promise<MappedOffer> {
  const { provider, kind, externalId, planId } = offer
  await deps.db.transaction(async (tx) => {
    const { plan, isNew } = await addPlanExternal(tx, offer)
    if (isNew) await noteMapping(tx, { origin, offer, plan })
  })
  const waiting = await listParked(deps.db, offer)
  let processed = 0
  for (const eventId of waiting) {
    const state = await processWebhookEvent(deps, { eventId })
    if (state === 'processed') processed += 1
  }
  return { provider, kind, externalId, planId, processed, remaining: waiting.length - processed }
}

const noteMapping = (
  tx: Db,
  { origin, offer, plan }: { origin: AuditOrigin; offer: MapOffer; plan: string },
): Promise<void> =>
  writeAudit(tx, {
    origin,
    action: 'webhook.map',
    entity: { type: 'webhook', name: offer.name ?? offer.externalId },
    after: { plan, provider: PROVIDERS[offer.provider], externals: `${offer.kind}:${offer.externalId}` },
  })
