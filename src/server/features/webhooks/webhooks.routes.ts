import type { Context } from 'hono'
import { type WebhookProvider, WebhookReceipt } from '#shared/contract/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { type AppEnv, createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { limitedBody } from '../../http/request-guards.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { createDeliveryLimit } from './delivery-concurrency.ts'
import { storeEvent } from './webhook-events.queries.ts'
import { readPayload } from './webhook-payload.ts'
import { processWebhookEvent } from './webhook-process.service.ts'
import { sourceOf } from './webhook-sources.ts'

const described = (provider: string) =>
  operation({
    tag: 'webhooks',
    summary: `Recebe um evento da ${provider}: guardado como veio, e então processado; sem cookie e sem Origin`,
    data: WebhookReceipt,
    isPublic: true,
    errors: ['UNAUTHORIZED', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
  })

const refuseBody = () => {
  throw new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
}

/**
 * Endpoints for payment webhooks. Success means that the event is stored and processed, or ignored for a
 * reason; after any other answer the provider retries.
 */
export function webhookRoutes(deps: Deps) {
  const stripeTurns = createDeliveryLimit()
  const receive = (provider: WebhookProvider) => async (c: Context<AppEnv>) => {
    const body = new Uint8Array(await c.req.arrayBuffer().catch(refuseBody))
    const delivery = await sourceOf(deps, provider).verify({ headers: c.req.raw.headers, body })
    const rawBody = readPayload(body).text
    const eventId = await storeEvent(deps.db, { ...delivery, provider, rawBody })
    const process = () => processWebhookEvent(deps, { eventId })
    const state = await (provider === 'stripe' ? stripeTurns(process) : process())
    // The failure is stored on the event and logged.
    if (state === 'failed') throw new AppError('INTERNAL_ERROR', `Algo deu errado. Código: ${eventId}`)
    return respond(c, { state } satisfies WebhookReceipt)
  }
  return createRouter()
    .post('/webhooks/hubla', described('Hubla'), limitedBody, receive('hubla'))
    .post('/webhooks/stripe', described('Stripe'), limitedBody, receive('stripe'))
}
