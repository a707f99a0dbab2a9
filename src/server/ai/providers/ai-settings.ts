import type { ReadImage } from './turn-images.ts'

export type AiSettings = {
  /** With a base URL: a server with Chat Completions, possibly without a key. */
  openai?: { apiKey?: string; baseUrl?: string; model?: string }
  google?: { apiKey?: string; baseUrl?: string; model?: string }
  /** Name of the model that embeds texts, or `off`; undefined for the provider's own. */
  embeddingModel?: string
  /** Name of the model that writes audio down, or `off`; undefined for the provider's own. */
  transcriptionModel?: string
  /** Token budget of a prompt, if configured. */
  promptBudgetTokens?: number
  /** Milliseconds until the first text, over all attempts. */
  firstTokenTimeoutMs: number
  /** Maximum milliseconds between two texts. */
  stallTimeoutMs: number
  /** Defaults to `providerFetch`. */
  fetch?: typeof fetch
  /** Reads the images of a prompt. */
  readImage?: ReadImage
}

/** Used at OpenAI and Google when neither agent nor settings name a model. */
export const DEFAULT_MODELS = { openai: 'gpt-6.1-terra', google: 'gemini-3.8-flash' } as const

// Set explicitly: the SDKs would read the environment, which only env.ts may do.
export const OPENAI_URL = 'https://api.openai.com/v1'
export const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta'

/** Whether requests go to OpenAI itself, and not to a compatible server. */
export const isOpenAi = (baseUrl: string | undefined) =>
  !baseUrl || new URL(baseUrl).hostname === 'api.openai.com'
