import type { Logger } from 'pino'
import type { Provider } from './providers.ts'

const ALERT_INTERVAL_MS = 60 * 60_000

/**
 * Tells the administrator, in the log, that a provider refuses its key: one line with `alert: 'provider_auth'`, at most
 * once an hour for each key. A provider has one key, so it stands for it, and nothing of the key is written or kept.
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
