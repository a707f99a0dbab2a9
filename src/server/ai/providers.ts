import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { providerFetch } from './provider-fetch.ts'
import type { Prompt, ProviderName } from './reply.ts'

export type AiSettings = {
  /** With a base URL, a server that speaks Chat Completions; it may need no key. */
  openai?: { apiKey?: string; baseUrl?: string; model?: string }
  google?: { apiKey?: string; baseUrl?: string; model?: string }
  /** Tokens that a prompt may take, where the installation says so. */
  promptBudgetTokens?: number
  /** Milliseconds until the first text, over all attempts together. */
  firstTokenTimeoutMs: number
  /** Milliseconds that may pass between two texts. */
  stallTimeoutMs: number
  /** What requests are made with; by default `provider-fetch.ts`. */
  fetch?: typeof fetch
}

/** Asked when neither the agent nor the installation names a model. */
const DEFAULT_MODELS = { openai: 'gpt-6.1-terra', google: 'gemini-3.8-flash' } as const

// The SDKs would look these up in the environment, which only env.ts may read.
const OPENAI_URL = 'https://api.openai.com/v1'
const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta'

export type ModelStream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream']

export type Provider = {
  name: ProviderName
  api: 'responses' | 'chat' | 'gemini'
  /** Whether a model of this name can be asked here. */
  speaks(modelId: string): boolean
  /** Starts one reply, without any retry; rejects with the SDK's error. */
  stream(prompt: Prompt, options: { signal: AbortSignal; modelId?: string | undefined }): Promise<ModelStream>
}

/** The providers that are configured, the preferred one first; none means the demonstration. */
export function createProviders(settings: AiSettings): Provider[] {
  const { openai, google } = settings
  const ownFetch = settings.fetch ?? providerFetch
  const isGemini = (modelId: string) => modelId.startsWith('gemini')
  const providers: Provider[] = []
  if (openai?.apiKey || openai?.baseUrl) {
    // A compatible server names its models as it likes, Gemini's included, unless Google itself is at hand.
    const speaks = (modelId: string) => !isGemini(modelId) || (!google?.apiKey && !!openai.baseUrl)
    providers.push({
      name: 'openai',
      api: openai.baseUrl ? 'chat' : 'responses',
      speaks,
      stream: openAiStream(openai, ownFetch),
    })
  }
  if (google?.apiKey) {
    providers.push({
      name: 'google',
      api: 'gemini',
      speaks: isGemini,
      stream: googleStream(google, google.apiKey, ownFetch),
    })
  }
  return providers
}

function openAiStream(
  settings: NonNullable<AiSettings['openai']>,
  ownFetch: typeof fetch,
): Provider['stream'] {
  const { baseUrl, apiKey = 'none' } = settings
  const openai = createOpenAI({ baseURL: baseUrl ?? OPENAI_URL, apiKey, fetch: ownFetch })
  const defaultModel = settings.model ?? DEFAULT_MODELS.openai
  // What creators write is not kept there. Compatible servers may refuse a field or a role that they do not know.
  const isOpenAi = !baseUrl || new URL(baseUrl).hostname === 'api.openai.com'
  const openaiOptions = isOpenAi ? { store: false } : { systemMessageMode: 'system' as const }
  const options = { providerOptions: { openai: openaiOptions } }
  return (prompt, { signal, modelId = defaultModel }) => {
    if (baseUrl) return start(openai.chat(modelId), prompt, { ...options, abortSignal: signal })
    return start(openai.responses(modelId), prompt, { ...options, ...effort(modelId), abortSignal: signal })
  }
}

function googleStream(
  settings: NonNullable<AiSettings['google']>,
  apiKey: string,
  ownFetch: typeof fetch,
): Provider['stream'] {
  const google = createGoogle({ baseURL: settings.baseUrl ?? GOOGLE_URL, apiKey, fetch: ownFetch })
  const defaultModel = settings.model ?? DEFAULT_MODELS.google
  return (prompt, { signal, modelId = defaultModel }) =>
    start(google(modelId), prompt, { ...effort(modelId), abortSignal: signal })
}

/** Our own choices are known to take this, and a person who waits is better served by a short thought. */
function effort(modelId: string): Pick<LanguageModelV4CallOptions, 'reasoning'> {
  const isOurChoice = modelId === DEFAULT_MODELS.openai || modelId === DEFAULT_MODELS.google
  return isOurChoice ? { reasoning: 'low' } : {}
}

async function start(
  model: LanguageModelV4,
  { system, turns }: Prompt,
  options: Omit<LanguageModelV4CallOptions, 'prompt'>,
): Promise<ModelStream> {
  const prompt: LanguageModelV4Prompt = [
    { role: 'system', content: system },
    ...turns.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
  ]
  // The events themselves say how a reply ended, and what it cost so far, where the SDK forgets or withholds it.
  const { stream } = await model.doStream({ ...options, prompt, includeRawChunks: true })
  return stream
}
