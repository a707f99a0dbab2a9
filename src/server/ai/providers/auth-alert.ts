import type { Logger } from 'pino'
import type { Provider } from './providers.ts'

const ALERT_INTERVAL_MS = 60 * 60_000

/**
 * Logs `alert: 'provider_auth'` when a provider refuses its key, at most once an hour per key. Each provider
 * object has one key and stands for it, so that no part of the key is stored or logged.
 */
export function createAuthAlert(log: Logger, now: () => number = Date.now): (provider: Provider) => void {
  const alertedAt = new WeakMap<Provider, number>()
  return (provider) => {
    const last = alertedAt.get(provider)
    if (last !== undefined && now() - last < ALERT_INTERVAL_MS) return
    alertedAt.set(provider, now())
    log.error({ alert: 'provider_auth', provider: provider.name }, 'the provider refuses its key')
  }
}
