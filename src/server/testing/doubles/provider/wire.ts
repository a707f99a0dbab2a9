export type Api = 'chat' | 'responses' | 'gemini'

type Finish = { reason: 'stop' | 'length' | 'filter' | 'calls'; text?: string | undefined }

/** A model's tool call; its input is JSON, or arbitrary text in tests. */
type WireCall = { name: string; input: string }

/** One reply in a provider's format. Each frame is a complete event with its blank line. */
export type Wire = {
  /** A reasoning event; before {@link start}. */
  reasoning(): string
  start(): string[]
  token(text: string): string
  /** After the text, or instead of it. */
  call(call: WireCall): string[]
  finish(finish: Finish): string[]
  /** An error event in a 200 stream; `isFailed` selects the alternative format. */
  error(status: number, isFailed?: boolean): string
  /** The provider's refusal of a prompt, if it has one. */
  blocked(): string[]
}

/** Input tokens of every request; output tokens equal the sent tokens. */
export const DOUBLE_INPUT = { tokens: 120, cached: 64 }

export const CREATED = 1_790_000_000
export const ERROR_TEXT = 'The double was told to fail.'

/** The body of an error response. */
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

/** Characters of a call's arguments per event. */
export const INPUT_PIECE = 12

/** Splits a text into pieces of this many characters. */
export const inPieces = (text: string, size: number): string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

/** An event with data only. */
export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
