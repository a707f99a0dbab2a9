import type { ProviderName } from '../reply.ts'
import { type AiSettings, GOOGLE_URL, OPENAI_URL } from './ai-settings.ts'
import { providerFetch } from './provider-fetch.ts'

/** Short, because the user waits for the result. */
const TIMEOUT_MS = 8_000

/** `unverified`: the provider was unreachable, or its answer was inconclusive. */
type KeyVerdict = 'verified' | 'unverified' | 'refused'

/**
 * Checks a user's key by listing the models of a provider, which is free. Only 401 and 403 refuse the key;
 * redirects are not followed, so that the key goes nowhere else. Never rejects.
 */
export async function verifyKey(
  settings: Pick<AiSettings, 'openai' | 'google' | 'fetch'>,
  { provider, apiKey }: { provider: ProviderName; apiKey: string },
  timeoutMs = TIMEOUT_MS,
): Promise<KeyVerdict> {
  const ask = settings.fetch ?? providerFetch
  const { url, headers } = modelsRequest(settings, provider, apiKey)
  try {
    const response = await ask(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    // The body is irrelevant and may be long.
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'refused'
    return response.status === 200 ? 'verified' : 'unverified'
  } catch {
    return 'unverified'
  }
}

/** The request for the list of a provider's models. */
export function modelsRequest(
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
