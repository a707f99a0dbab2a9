import type { WebhookState } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { lockPurchase } from '../subscriptions/purchases.queries.ts'
import { recordAmounts } from '../subscriptions/revenue.queries.ts'
import { mailWaitingBuyers, type WayInParts } from './waiting-purchases.service.ts'
import {
  lockEvent,
  noteAmountsRead,
  noteFailure,
  type StoredEvent,
  settleEvent,
} from './webhook-events.queries.ts'
import { readPayload } from './webhook-payload.ts'
import type { Outcome, WebhookSource } from './webhook-source.ts'
import { sourceOf } from './webhook-sources.ts'

const SANDBOX = 'Envio de teste do provedor: fica guardado e não libera nada.'
const FAILED = 'Algo deu errado do nosso lado ao processar este evento.'

/** The error for an event whose payload was deleted. */
export const bodyGone = () =>
  new AppError('CONFLICT', 'O conteúdo deste evento já foi apagado, e não há mais o que processar.')

/** Dependencies of processing. */
export type Processing = WayInParts & Pick<Deps, 'stripe'>

type What = {
  eventId: string
  /** Also processes settled events; the result is the same unless data here changed since. */
  again?: boolean
}

/**
 * Processes a stored delivery in its own transaction with the row locked, so that concurrent calls are
 * serialised and only the first has work. A failure is stored on the delivery and returned as `failed`.
 * @throws {AppError} NOT_FOUND; CONFLICT if the payload was deleted; any error of the database while storing
 * the failure.
 */
export async function processWebhookEvent(deps: Processing, { eventId, again }: What): Promise<WebhookState> {
  const held: { row?: StoredEvent } = {}
  try {
    const state = await deps.db.transaction(async (tx) => {
      const row = await lockEvent(tx, { eventId })
      held.row = row
      if (!again && (row.state === 'processed' || row.state === 'ignored')) return row.state
      if (row.rawBody === null) throw bodyGone()
      const outcome = await outcomeOf(deps, tx, { ...row, rawBody: row.rawBody })
      await settleEvent(tx, { eventId, outcome })
      return outcome.state
    })
    await mailBuyerOf(deps, held.row)
    return state
  } catch (error) {
    if (!held.row || held.row.rawBody === null) throw error
    const { provider, attempts } = held.row
    const failure = error instanceof AppError ? error.message : FAILED
    // Throws if the database is down: the provider then gets an error and retries.
    await noteFailure(deps.db, { id: eventId, attempts, failure })
    deps.log.error({ err: error, eventId, provider, attempts: attempts + 1 }, 'a payment delivery failed')
    return 'failed'
  }
}

/** The transaction is over, so that a buyer who signs up at once finds the purchase. */
async function mailBuyerOf(deps: Processing, row: StoredEvent | undefined): Promise<void> {
  if (!row || row.isSandbox || row.externalSubscriptionId === null) return
  const { provider, externalSubscriptionId } = row
  await mailWaitingBuyers(deps, { provider, externalSubscriptionId })
}

type WithBody = StoredEvent & { rawBody: string }

async function outcomeOf(deps: Processing, tx: Db, event: WithBody): Promise<Outcome> {
  // A test must never count, not even on a manual retry.
  if (event.isSandbox) return { state: 'ignored', note: SANDBOX }
  const { id, type, email } = event
  const { payload, source, externalSubscriptionId } = await readEvent(deps, event)
  const outcome = await source.process(tx, { id, type, externalSubscriptionId, email, payload })
  if (externalSubscriptionId !== null) {
    const { provider, createdAt: receivedAt } = event
    await recordAmounts(tx, { provider, externalSubscriptionId, payload, receivedAt })
  }
  return outcome
}

type ReadEvent = { payload: unknown; source: WebhookSource; externalSubscriptionId: string | null }

async function readEvent(deps: Processing, { provider, rawBody, ...event }: WithBody): Promise<ReadEvent> {
  const { payload } = readPayload(new TextEncoder().encode(rawBody))
  const source = sourceOf(deps, provider)
  return { payload, source, externalSubscriptionId: await source.purchaseOf({ ...event, payload }) }
}

/**
 * Stores the amounts of a delivery that was processed before they were kept. Its outcome stays.
 * @throws {AppError} UNAVAILABLE while Stripe does not answer.
 */
export async function readAmountsAgain(deps: Processing, { eventId }: { eventId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, { eventId })
    const { provider, rawBody } = event
    if (event.areAmountsRead || rawBody === null) return
    const { payload, externalSubscriptionId } = await readEvent(deps, { ...event, rawBody })
    if (externalSubscriptionId !== null) {
      await lockPurchase(tx, { provider, externalSubscriptionId })
      await recordAmounts(tx, { provider, externalSubscriptionId, payload, receivedAt: event.createdAt })
    }
    await noteAmountsRead(tx, { eventId })
  })
}
