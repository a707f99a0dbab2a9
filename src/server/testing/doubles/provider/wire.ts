export type Api = 'chat' | 'responses' | 'gemini'

type Finish = { reason: 'stop' | 'length' | 'filter' | 'calls'; text?: string | undefined }

/** A model's call of a tool; its input is JSON, or whatever a test wants it to be. */
type WireCall = { name: string; input: string }

/** One reply in a provider's own events. Every frame is a whole event with the blank line that ends it. */
export type Wire = {
  /** That the model is thinking; before {@link start}. */
  reasoning(): string
  start(): string[]
  token(text: string): string
  /** After what is said, or in its place. */
  call(call: WireCall): string[]
  finish(finish: Finish): string[]
  /** An error in the middle of a stream that began with 200; of two forms, `isFailed` asks for the other. */
  error(status: number, isFailed?: boolean): string
  /** The provider's refusal to begin, where it has one. */
  blocked(): string[]
}

/** What every request is said to cost, besides one output token for each token sent. */
export const DOUBLE_INPUT = { tokens: 120, cached: 64 }

export const CREATED = 1_790_000_000
export const ERROR_TEXT = 'The double was told to fail.'

/** The body of an answer with an error status. */
export function errorBody(api: Api, status: number, text: string): unknown {
  if (api === 'gemini') return { error: { code: status, message: text, status: googleStatus(status) } }
  return { error: { message: text, type: openAiType(status), param: null, code: null } }
}

const openAiType = (status: number) => {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

const googleStatus = (status: number) => {
  const names: Record<number, string> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    429: 'RESOURCE_EXHAUSTED',
    503: 'UNAVAILABLE',
  }
  return names[status] ?? 'INTERNAL'
}

/** In letters: how much of a call's arguments an event carries. */
export const INPUT_PIECE = 12

/** A text in pieces of so many letters. */
export const inPieces = (text: string, size: number): string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

/** One event that holds only data. */
export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
