import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { onFirstUse } from '#shared/lazy-load.ts'
import type { Prompt, ProviderName, Turn } from '../reply.ts'
import { type AiSettings, DEFAULT_MODELS, GOOGLE_URL, isOpenAi, OPENAI_URL } from './ai-settings.ts'
import { chosenModel, firstChatModel } from './first-model.ts'
import { providerFetch } from './provider-fetch.ts'
import type { FullRequest } from './request-fallbacks.ts'
import { openImages, type ReadImage } from './turn-images.ts'

/** The user turn that asks for the continuation of a partial reply. */
export const CONTINUE_TEXT =
  'Sua resposta foi cortada no meio. Continue exatamente do ponto em que parou, a partir do próximo caractere, sem repetir o que já escreveu, sem comentar a interrupção e sem se desculpar.'

export type ModelStream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream']

export type Provider = {
  name: ProviderName
  api: 'responses' | 'chat' | 'gemini'
  /** The model used unless the agent has its own; undefined while a compatible server's has no name. */
  readonly defaultModel: string | undefined
  /**
   * The same, after asking a compatible server for its first chat model if none is named.
   * @throws {UnnamedModelError} or a network error.
   */
  nameModel(): Promise<string>
  /** Whether a model of this name is available here. */
  speaks(modelId: string): boolean
  /** Starts one reply, without retries. @throws the SDK's error. */
  stream(prompt: Prompt, options: StreamOptions): Promise<ModelStream>
}

export type StreamOptions = {
  signal: AbortSignal
  modelId: string
  maxOutputTokens?: number | undefined
} & Omit<FullRequest, 'prompt'>

/** The configured providers, preferred first; an empty list means the demo. */
export function createProviders(settings: AiSettings): Provider[] {
  const { openai, google } = settings
  const tools = { fetch: settings.fetch ?? providerFetch, readImage: settings.readImage ?? noImage }
  const isGemini = (modelId: string) => modelId.startsWith('gemini')
  const providers: Provider[] = []
  if (openai?.apiKey || openai?.baseUrl) {
    // A compatible server may offer any model name, also Gemini's unless Google is configured.
    const speaks = (modelId: string) => !isGemini(modelId) || (!google?.apiKey && !!openai.baseUrl)
    const { baseUrl, model } = openai
    const named = model ?? (isOpenAi(baseUrl) ? DEFAULT_MODELS.openai : undefined)
    providers.push({
      name: 'openai',
      api: baseUrl ? 'chat' : 'responses',
      // OpenAI's default is no model of another server, which alone can name its own.
      get defaultModel() {
        return named ?? chosenModel(baseUrl)
      },
      nameModel: async () => named ?? firstChatModel(settings),
      speaks,
      stream: openAiStream(openai, tools),
    })
  }
  if (google?.apiKey) {
    const defaultModel = google.model ?? DEFAULT_MODELS.google
    providers.push({
      name: 'google',
      api: 'gemini',
      defaultModel,
      nameModel: async () => defaultModel,
      speaks: isGemini,
      stream: googleStream(google, google.apiKey, tools),
    })
  }
  return providers
}

const noImage: ReadImage = async () => undefined

type Tools = { fetch: typeof fetch; readImage: ReadImage }

function openAiStream(settings: NonNullable<AiSettings['openai']>, tools: Tools): Provider['stream'] {
  const { baseUrl, apiKey = 'none' } = settings
  const sdk = onFirstUse(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL: baseUrl ?? OPENAI_URL, apiKey, fetch: tools.fetch })
  })
  // OpenAI must not store creators' texts. Compatible servers may refuse unknown fields and roles, so they
  // get neither.
  const openaiOptions = isOpenAi(baseUrl) ? { store: false } : { systemMessageMode: 'system' as const }
  const options = { providerOptions: { openai: openaiOptions } }
  return async (given, { signal, modelId, maxOutputTokens, ...extras }) => {
    const prompt = await toMessages(given, tools.readImage, extras)
    const call = { ...options, ...limit(maxOutputTokens), prompt, abortSignal: signal }
    const openai = await sdk()
    if (baseUrl) return start(openai.chat(modelId), { ...call, ...withExtras(extras) })
    // Without it, the SDK's strict mode would make every field required.
    const responses = withExtras(extras, { strict: false })
    return start(openai.responses(modelId), { ...call, ...responses, ...effort(modelId) })
  }
}

function googleStream(
  settings: NonNullable<AiSettings['google']>,
  apiKey: string,
  tools: Tools,
): Provider['stream'] {
  const sdk = onFirstUse(async () => {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: settings.baseUrl ?? GOOGLE_URL, apiKey, fetch: tools.fetch })
  })
  return async (given, { signal, modelId, maxOutputTokens, ...extras }) => {
    const google = await sdk()
    const prompt = await toMessages(given, tools.readImage, extras)
    return start(google(modelId), {
      ...limit(maxOutputTokens),
      ...withExtras(extras),
      ...effort(modelId),
      prompt,
      abortSignal: signal,
    })
  }
}

const limit = (maxOutputTokens: number | undefined) => (maxOutputTokens ? { maxOutputTokens } : {})

/** The tools and the response format as SDK options. */
function withExtras(
  { tool, format }: Omit<FullRequest, 'prompt'>,
  more: { strict?: boolean } = {},
): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice' | 'responseFormat'> {
  return {
    ...(tool && { tools: tool.functions.map((it) => ({ ...it, ...more })) }),
    ...(tool && !tool.mayCall && { toolChoice: { type: 'none' as const } }),
    ...(format && { responseFormat: { type: 'json' as const, ...format } }),
  }
}

/** Only our default models are known to support this; less reasoning shortens the wait. */
function effort(modelId: string): Pick<LanguageModelV4CallOptions, 'reasoning'> {
  const isOurChoice = modelId === DEFAULT_MODELS.openai || modelId === DEFAULT_MODELS.google
  return isOurChoice ? { reasoning: 'low' } : {}
}

async function start(model: LanguageModelV4, call: LanguageModelV4CallOptions): Promise<ModelStream> {
  // Raw events hold the finish reason and the usage so far, which the SDK loses or withholds.
  const { stream } = await model.doStream({ ...call, includeRawChunks: true })
  return stream
}

async function toMessages(
  { system, turns, partial }: Prompt,
  readImage: ReadImage,
  { tool }: Pick<FullRequest, 'tool'>,
): Promise<LanguageModelV4Prompt> {
  const going: Turn[] = partial
    ? [
        { role: 'assistant', content: partial },
        { role: 'user', content: CONTINUE_TEXT },
      ]
    : []
  const said = await Promise.all([...turns, ...going].map((turn) => toMessage(turn, readImage)))
  return [{ role: 'system', content: system }, ...said, ...(tool?.messages ?? [])]
}

async function toMessage(turn: Turn, readImage: ReadImage): Promise<LanguageModelV4Message> {
  if (turn.role === 'assistant') {
    return { role: 'assistant', content: [{ type: 'text', text: turn.content }] }
  }
  const { files, content } = await openImages(turn, readImage)
  return { role: 'user', content: [...files, { type: 'text', text: content }] }
}
