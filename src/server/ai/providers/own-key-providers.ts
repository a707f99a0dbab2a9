import type { ProviderName } from '../reply.ts'
import type { AiSettings } from './ai-settings.ts'
import { createProviders, type Provider } from './providers.ts'

/** Size of the LRU cache; a miss costs some milliseconds. */
const CACHE_SIZE = 100

/** The provider for a user's own key, cached while in use. */
export type OwnKeyProviders = (key: { provider: ProviderName; apiKey: string }) => Provider

/** Providers with the installation's addresses and models, but the user's key. */
export function createOwnKeyProviders(settings: AiSettings): OwnKeyProviders {
  const kept = new Map<string, Provider>()
  return ({ provider: name, apiKey }) => {
    const place = `${name} ${apiKey}`
    const provider = kept.get(place) ?? ownProvider(settings, name, apiKey)
    // Moves the entry to the end, so that the first one is the least recently used.
    kept.delete(place)
    kept.set(place, provider)
    const [oldest] = kept.keys()
    if (kept.size > CACHE_SIZE && oldest !== undefined) kept.delete(oldest)
    return provider
  }
}

function ownProvider(settings: AiSettings, name: ProviderName, apiKey: string): Provider {
  // The other provider stays configured, because it decides which models each provider offers.
  const providers = createProviders({ ...settings, [name]: { ...settings[name], apiKey } })
  const provider = providers.find((it) => it.name === name)
  if (!provider) throw new Error(`no provider of the name ${name}`)
  return provider
}
