import type { ProviderName } from '../reply.ts'
import { type AiSettings, createProviders, type Provider } from './providers.ts'

/** Of the keys that were used last; one more or less costs some milliseconds. */
const KEPT = 100

/** Gives the provider of a person's own key, the same one each time while that is in use. */
export type OwnKeyProviders = (key: { provider: ProviderName; apiKey: string }) => Provider

/** Providers as the house has them, addresses and models included, but for the key. */
export function createOwnKeyProviders(settings: AiSettings): OwnKeyProviders {
  const kept = new Map<string, Provider>()
  return ({ provider: name, apiKey }) => {
    const place = `${name} ${apiKey}`
    const provider = kept.get(place) ?? ownProvider(settings, name, apiKey)
    // Put at the end, so that the one which was not used for longest comes first.
    kept.delete(place)
    kept.set(place, provider)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return provider
  }
}

function ownProvider(settings: AiSettings, name: ProviderName, apiKey: string): Provider {
  // The house's other provider stays beside it: what an agent's model is spoken by does not depend on whose key it is.
  const providers = createProviders({ ...settings, [name]: { ...settings[name], apiKey } })
  const provider = providers.find((it) => it.name === name)
  if (!provider) throw new Error(`no provider of the name ${name}`)
  return provider
}
