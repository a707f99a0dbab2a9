export type Pace = {
  /** The reply's tokens; {@link DEFAULT_TOKENS} by default. */
  tokens?: readonly string[]
  /**
   * Milliseconds before each token; by default as the double was started. 0 writes as fast as the client
   * reads.
   */
  delayMs?: number
  /** Asked to continue this reply, sends exactly the rest; its tokens are all different. */
  isExact?: boolean
  /** Bytes per write, so that events and characters are split anywhere. */
  splitBytes?: number
}

/** A tool call, by default of `calcular`. A string input is sent unchanged. */
type DoubleCall = { name?: string; input: unknown }

/** The response to one request. `after` is the number of tokens sent first. */
export type Behaviour = Pace &
  (
    | { kind: 'reply' }
    /** An error response; `retryAfter` sets that header, and `says` is the message. */
    | { kind: 'status'; status: number; retryAfter?: string; says?: string }
    /** Tool calls after the tokens (none by default); `isCut` ends at the output limit. */
    | { kind: 'calls'; calls: readonly DoubleCall[]; isCut?: boolean }
    /** Never responds. */
    | { kind: 'noHeaders' }
    /** Status 200 without a body. */
    | { kind: 'noTokens' }
    /** Pauses forever, optionally with keep-alive comments. */
    | { kind: 'stall'; after: number; heartbeatMs?: number }
    /** Sends reasoning for this long, then replies. */
    | { kind: 'think'; forMs: number }
    /**
     * `reset` sends a RST, `fin` closes the socket during the body, `end` ends the body without a finish
     * marker; each `inside` bytes into the next token's event.
     */
    | { kind: 'cut'; after: number; how: 'reset' | 'fin' | 'end'; inside?: number }
    /**
     * An error event in the 200 stream, which then ends. `isFailed`: the Responses API's alternative event.
     */
    | { kind: 'error'; after: number; status?: number; isFailed?: boolean }
    /** Unreadable events, `times` of them, then the normal rest. */
    | { kind: 'malformed'; after: number; times?: number }
    /** Arbitrary bytes, then the normal rest. */
    | { kind: 'insert'; after: number; bytes: string }
    /** A complete response without text, or with `text` only. */
    | { kind: 'empty'; text?: string }
    /**
     * Stopped by the content filter, with `lastText` in the final event; `blocksPrompt` is Gemini's refusal
     * of a prompt.
     */
    | { kind: 'filter'; after: number; lastText?: string; blocksPrompt?: boolean }
    /** Stopped at the output limit. */
    | { kind: 'length'; after: number }
    /** Waits until the test releases it, then finishes. */
    | { kind: 'hold'; after: number; until: Promise<void> }
  )

const DEFAULT_TEXT = `## Plano de lançamento

Olá! Aqui está um caminho **simples** para as próximas semanas:

1. Pesquise as dores do público 🎯
2. Escreva a promessa e a oferta
3. Abra as inscrições e acompanhe

Quer que eu detalhe alguma etapa?`

/** One word each; 40 of them, with accents and an emoji. */
export const DEFAULT_TOKENS: readonly string[] = DEFAULT_TEXT.split(/(?<=\s)(?=\S)/)

const DEFAULT_STOP = 3

type Words = { after: number; value: string; options: Record<string, string>; said: string }

/** The behaviour of each directive; see the list in `provider-double.ts`. */
const DIRECTIVES: Record<string, (words: Words) => Behaviour> = {
  reply: () => ({ kind: 'reply' }),
  echo: ({ said, options }) => ({ kind: 'reply', tokens: piecesOf(said, Number(options.size ?? 4)) }),
  repeat: ({ said }) => ({
    kind: 'reply',
    tokens: piecesOf(said.replace(/<dados>\n.*\n<\/dados>\n*/g, ''), 4),
  }),
  status: ({ value, options }) => {
    const retryAfter = options['retry-after']
    return { kind: 'status', status: Number(value), ...(retryAfter && { retryAfter }) }
  },
  silent: () => ({ kind: 'noHeaders' }),
  none: () => ({ kind: 'noTokens' }),
  stall: ({ after, options }) => {
    const heartbeatMs = Number(options.heartbeat ?? 0)
    return { kind: 'stall', after, ...(heartbeatMs && { heartbeatMs }) }
  },
  calculate: () => ({
    kind: 'calls',
    tokens: ['Vou ', 'calcular.'],
    calls: [{ input: { conta: { operacao: 'desconto', de: '1.997,00', percentual: '30' } } }],
  }),
  think: ({ value }) => ({ kind: 'think', forMs: Number(value) }),
  cut: (words) => cutBehaviour('reset', words),
  fin: (words) => cutBehaviour('fin', words),
  end: (words) => cutBehaviour('end', words),
  error: ({ after }) => ({ kind: 'error', after }),
  malformed: ({ after }) => ({ kind: 'malformed', after }),
  empty: () => ({ kind: 'empty' }),
  blank: () => ({ kind: 'empty', text: ' \n ' }),
  filter: ({ after }) => ({ kind: 'filter', after }),
  length: ({ after }) => ({ kind: 'length', after }),
}

function cutBehaviour(how: 'reset' | 'fin' | 'end', { after, options }: Words): Behaviour {
  const inside = Number(options.inside ?? 0)
  return { kind: 'cut', after, how, ...(inside && { inside }) }
}

export type Directive = { behaviour: Behaviour; times: number }

/**
 * Parses the directive at the end of a message, such as `[[stall@3]]`. Throws on unknown words, which are
 * mistakes in the test.
 */
export function readDirective(message: string): Directive | undefined {
  const found = /\[\[([^\]]+)\]\]\s*$/.exec(message)
  const body = found?.[1]
  if (!body) return undefined
  const [first = '', ...rest] = body.trim().split(/\s+/)
  const isPace = /^(tokens|delay|split)=/.test(first)
  const options = Object.fromEntries((isPace ? [first, ...rest] : rest).map((word) => word.split('=', 2)))
  const [, name = '', after, value = ''] =
    /^(\w+)(?:@(\d+))?(?:=(\d+))?$/.exec(isPace ? 'reply' : first) ?? []
  const make = DIRECTIVES[name]
  if (!make) throw new Error(`unknown directive: [[${body}]]`)
  const said = message.slice(0, found.index).trimEnd()
  const behaviour = make({ after: Number(after ?? DEFAULT_STOP), value, options, said })
  return { behaviour: { ...readPace(options), ...behaviour }, times: Number(options.times ?? Infinity) }
}

function readPace({ tokens, delay, split, exact }: Record<string, string>): Pace {
  return {
    ...(tokens && { tokens: (exact ? numberedTokens : manyTokens)(Number(tokens)) }),
    ...(delay && { delayMs: Number(delay) }),
    ...(exact && { isExact: true }),
    ...(split && { splitBytes: Number(split) }),
  }
}

/** The continuation of a reply to `question` that was cut after `partial`; undefined without `exact`. */
export function restOf(question: string, partial: string): Behaviour | undefined {
  const told = readDirective(question)?.behaviour
  if (!told?.isExact) return undefined
  const whole = told.tokens?.join('') ?? ''
  if (!whole.startsWith(partial)) return undefined
  return { ...told, tokens: whole.slice(partial.length).split(/(?<=\s)(?=\S)/) }
}

/** Splits a text into tokens of this many characters, keeping surrogate pairs together. */
function piecesOf(text: string, size: number): string[] {
  const characters = [...text]
  const count = Math.ceil(characters.length / size)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}

/** Repeats the default text up to this many tokens. */
function manyTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const position = index % DEFAULT_TOKENS.length
    return (index > 0 && position === 0 ? '\n\n' : '') + DEFAULT_TOKENS[position]
  })
}

/** All different: the server removes a repetition at the start of a continuation. */
const numberedTokens = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `palavra ${index + 1}, `)
