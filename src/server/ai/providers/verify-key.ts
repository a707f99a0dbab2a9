import type { ProviderName } from '../reply.ts'
import { providerFetch } from './provider-fetch.ts'
import { type AiSettings, GOOGLE_URL, OPENAI_URL } from './providers.ts'

/** Somebody waits for the answer, and it is a short one. */
const PATIENCE_MS = 8_000

/** `unverified`: the provider could not be asked, or said neither yes nor no. */
type KeyVerdict = 'verified' | 'unverified' | 'refused'

/**
 * Asks the house's address of a provider for its models, which costs nothing, with a person's key in a header. Only 401 and
 * 403 refuse the key; redirects are not followed, so that it goes nowhere else. Never rejects.
 */
export async function verifyKey(
  settings: Pick<AiSettings, 'openai' | 'google' | 'fetch'>,
  { provider, apiKey }: { provider: ProviderName; apiKey: string },
  patienceMs = PATIENCE_MS,
): Promise<KeyVerdict> {
  const ask = settings.fetch ?? providerFetch
  const { url, headers } = question(settings, provider, apiKey)
  try {
    const response = await ask(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    // What it says beside its status is of no interest, and may be long.
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'refused'
    return response.status === 200 ? 'verified' : 'unverified'
  } catch {
    return 'unverified'
  }
}

function question(
  { openai, google }: Pick<AiSettings, 'openai' | 'google'>,
  provider: ProviderName,
  apiKey: string,
): { url: string; headers: Record<string, string> } {
  if (provider === 'google') {
    return {
      url: `${withoutSlash(google?.baseUrl ?? GOOGLE_URL)}/models?pageSize=1`,
      headers: { 'x-goog-api-key': apiKey },
    }
  }
  return {
    url: `${withoutSlash(openai?.baseUrl ?? OPENAI_URL)}/models`,
    headers: { authorization: `Bearer ${apiKey}` },
  }
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')
