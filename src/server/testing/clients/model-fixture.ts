import { pino } from 'pino'
import { vi } from 'vitest'
import { calculationTool } from '../../ai/calculations/tool.ts'
import { createReplyModel } from '../../ai/model.ts'
import type { AiSettings } from '../../ai/providers/ai-settings.ts'
import { providerFetch } from '../../ai/providers/provider-fetch.ts'
import {
  type OwnKey,
  type Prompt,
  type ProviderName,
  ReplyError,
  type ReplyModel,
  type ReplyPart,
  type StepState,
} from '../../ai/reply.ts'
import type { Tool } from '../../ai/tools/tool.ts'
import { type ProviderDouble, startProviderDouble } from '../doubles/provider/provider-double.ts'

export const OPENAI_KEY = 'sk-segredo-da-openai'
export const GOOGLE_KEY = 'segredo-do-google'

export const PROMPT: Prompt = {
  system: 'Você é Clara. Assunto confidencial: lançamento de março.',
  turns: [
    { role: 'user', content: 'Oi, Clara!' },
    { role: 'assistant', content: 'Oi! Vamos começar?' },
    { role: 'user', content: 'Escreva a promessa da minha mentoria.' },
  ],
}

/** Long enough never to expire by accident, even on a slow machine. */
export const PATIENCE = { firstTokenTimeoutMs: 30_000, stallTimeoutMs: 30_000 }

/**
 * The protocols, and how to reach each at a double. OpenAI's own address uses the Responses API, so its test
 * redirects that address to the double.
 */
export const PROTOCOLS = ['chat', 'responses', 'gemini'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export type Scene = {
  model: ReplyModel
  double: ProviderDouble
  logs: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A reply model with a double that speaks one protocol; with two protocols, the second provider is the
 * fallback.
 */
export async function openScene(
  protocol: Protocol | 'chat+gemini',
  settings: Partial<AiSettings> = {},
): Promise<Scene> {
  const double = await startProviderDouble()
  const logs: string[] = []
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => logs.push(line) })
  const openai = { apiKey: OPENAI_KEY, model: 'modelo-um' }
  const google = { apiKey: GOOGLE_KEY, baseUrl: double.googleBaseUrl, model: 'gemini-modelo' }
  const providers = {
    chat: { openai: { ...openai, baseUrl: double.openaiBaseUrl } },
    responses: { openai, fetch: sendingTo(double.url) },
    gemini: { google },
    'chat+gemini': { openai: { ...openai, baseUrl: double.openaiBaseUrl }, google },
  }[protocol]
  return {
    model: createReplyModel({ ...PATIENCE, ...providers, ...settings }, log),
    double,
    logs,
    [Symbol.asyncDispose]: double.close,
  }
}

/** Redirects requests for OpenAI's own address to the double at `url`. */
const sendingTo =
  (url: string): typeof fetch =>
  (input, init) =>
    providerFetch(typeof input === 'string' ? input.replace('https://api.openai.com', url) : input, init)

/** Waits until the client has closed the socket of its first request, well before any timeout of a scene. */
export const socketClosed = ({ double }: Scene): Promise<void> =>
  vi.waitFor(
    () => {
      if (double.requests[0]?.closedByClientAt === undefined) throw new Error('the socket is still open')
    },
    { timeout: 10_000 },
  )

export type Outcome = {
  texts: string[]
  text: string
  /** The states of steps as they came, each with the length of the text before it. */
  steps: (StepState & { at: number })[]
  /** The provider named in the start part. */
  provider: ProviderName | null | undefined
  writer: string | undefined
  isOwnKey: boolean | undefined
  finish: Extract<ReplyPart, { type: 'finish' }> | undefined
  error: unknown
}

/** Reads a reply to its end. `onText` gets each text as it arrives. */
export async function read(
  model: ReplyModel,
  options: {
    signal?: AbortSignal
    model?: string
    prompt?: Prompt
    credential?: OwnKey
    /** Offers the calculation tool. */
    calculates?: boolean
    tools?: readonly Tool[]
    onText?: (text: string) => void
  } = {},
): Promise<Outcome> {
  const {
    prompt = PROMPT,
    signal = new AbortController().signal,
    credential,
    tools = options.calculates ? [calculationTool] : [],
    onText,
  } = options
  const outcome: Outcome = {
    texts: [],
    text: '',
    steps: [],
    provider: undefined,
    writer: undefined,
    isOwnKey: undefined,
    finish: undefined,
    error: undefined,
  }
  try {
    const asked = { signal, credential, tools, model: options.model ?? null }
    for await (const part of model.generate(prompt, asked)) {
      take(outcome, part)
      if (part.type === 'text') onText?.(part.text)
    }
  } catch (error) {
    outcome.error = error
  }
  return outcome
}

/** The error code of a failed reply; throws errors other than ReplyError. */
export function codeOf({ error, finish }: Outcome): string | undefined {
  if (finish) throw new Error(`the reply finished with ${finish.reason}`)
  if (error instanceof ReplyError) return error.code
  throw error
}

function take(outcome: Outcome, part: ReplyPart): void {
  if (outcome.finish) throw new Error('something came after the finish part')
  if (part.type !== 'start' && outcome.provider === undefined) throw new Error('a part before the start part')
  switch (part.type) {
    case 'start':
      if (outcome.provider !== undefined) throw new Error('a second start part')
      outcome.provider = part.provider
      outcome.writer = part.model
      outcome.isOwnKey = part.isOwnKey
      break
    case 'text':
      outcome.texts.push(part.text)
      outcome.text += part.text
      break
    case 'step':
      outcome.steps.push({ ...part.step, at: outcome.text.length })
      break
    case 'finish':
      outcome.finish = part
  }
}
