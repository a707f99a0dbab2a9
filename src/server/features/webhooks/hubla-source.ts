import { recordHublaEvent } from '../subscriptions/purchases.queries.ts'
import { readHublaDelivery } from './hubla-delivery.ts'
import type { WebhookSource } from './webhook-source.ts'

/** The Hubla webhook, verified by any of these tokens. */
export const hublaSource = (tokens: readonly string[]): WebhookSource => ({
  provider: 'hubla',
  isConfigured: tokens.length > 0,
  verify: async (incoming) => readHublaDelivery(tokens, incoming),
  purchaseOf: async ({ externalSubscriptionId }) => externalSubscriptionId,
  process: (tx, { id, payload }) => recordHublaEvent(tx, { eventId: id, payload }),
})
