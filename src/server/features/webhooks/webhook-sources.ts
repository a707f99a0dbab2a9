import type { WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { hublaSource } from './hubla-source.ts'
import { stripeSource } from './stripe-source.ts'
import type { WebhookSource } from './webhook-source.ts'

/** The webhook of a provider with this installation's settings. */
export const sourceOf = (
  { env, stripe }: Pick<Deps, 'env' | 'stripe'>,
  provider: WebhookProvider,
): WebhookSource => (provider === 'hubla' ? hublaSource(env.hublaTokens) : stripeSource(stripe))

/** Providers with configured webhooks. */
export const configured = (deps: Deps): Record<WebhookProvider, boolean> => ({
  hubla: sourceOf(deps, 'hubla').isConfigured,
  stripe: sourceOf(deps, 'stripe').isConfigured,
})
