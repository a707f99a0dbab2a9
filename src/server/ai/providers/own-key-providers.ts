import { lruCached } from '../lru-cache.ts'
import type { ProviderName } from '../reply.ts'
import type { AiSettings } from './ai-settings.ts'
import { createProviders, type Provider } from './providers.ts'

/** Size of the LRU cache; a miss costs some milliseconds. */
const CACHE_SIZE = 100

/** The provider for a user's own key, cached while in use. */
export type OwnKeyProviders = (key: { provider: ProviderName; apiKey: string }) => Provider

/** Providers with the installation's addresses and models, but the user's key. */
export const createOwnKeyProviders = (settings: AiSettings): OwnKeyProviders =>
  lruCached(
    CACHE_SIZE,
    ({ provider, apiKey }) => `${provider} ${apiKey}`,
    ({ provider, apiKey }) => ownProvider(settings, provider, apiKey),
  )

function ownProvider(settings: AiSettings, name: ProviderName, apiKey: string): Provider {
  // The other provider stays configured, because it decides which models each provider offers.
  const providers = createProviders({ ...settings, [name]: { ...settings[name], apiKey } })
  const provider = providers.find((it) => it.name === name)
  if (!provider) throw new Error(`no provider of the name ${name}`)
  return provider
}
