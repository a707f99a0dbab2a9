export type Pace = {
  /** What is said, token by token; by default {@link DEFAULT_TOKENS}. */
  tokens?: readonly string[]
  /** Milliseconds before each token; as the double was started by default, 0 writes as fast as the reader reads. */
  delayMs?: number
  /** Writes that many bytes at a time, so that events and characters are cut anywhere. */
  splitBytes?: number
}

/** A call of a tool, by default `calcular`. A text is sent as it is, whatever it is. */
type DoubleCall = { name?: string; input: unknown }

/** What the double does with one request. `after` counts the tokens that are sent first. */
export type Behaviour = Pace &
  (
    | { kind: 'reply' }
    /** An error answer; `retryAfter` becomes the header of that name, and `says` is what it is about. */
    | { kind: 'status'; status: number; retryAfter?: string; says?: string }
    /** Calls tools after its tokens, of which it has none by default; `isCut` at the limit of output tokens. */
    | { kind: 'calls'; calls: readonly DoubleCall[]; isCut?: boolean }
    /** Never answers. */
    | { kind: 'noHeaders' }
    /** A 200 whose body never says anything. */
    | { kind: 'noTokens' }
    /** Falls silent, with keep-alive comments when asked for. */
    | { kind: 'stall'; after: number; heartbeatMs?: number }
    /** Shows that it reasons for so long, and then replies. */
    | { kind: 'think'; forMs: number }
    /**
     * `reset` is a RST, `fin` closes the socket within the body, `end` closes the body as if nothing were missing; all
     * after `inside` bytes of the next token's event.
     */
    | { kind: 'cut'; after: number; how: 'reset' | 'fin' | 'end'; inside?: number }
    /** An error event within the 200 stream, which then ends. `isFailed`: the other one that the Responses API has. */
    | { kind: 'error'; after: number; status?: number; isFailed?: boolean }
    /** Unreadable events, once or more often, and then the rest as if nothing had been. */
    | { kind: 'malformed'; after: number; times?: number }
    /** Whatever bytes, and then the rest as if nothing had been. */
    | { kind: 'insert'; after: number; bytes: string }
    /** A complete answer that says nothing, or only `text`. */
    | { kind: 'empty'; text?: string }
    /** Stopped by the filter, with `lastText` in the finishing event; `blocksPrompt` is Gemini's refusal to begin. */
    | { kind: 'filter'; after: number; lastText?: string; blocksPrompt?: boolean }
    /** Stopped at the limit of output tokens. */
    | { kind: 'length'; after: number }
    /** Waits until the test lets go, and then goes on to the end. */
    | { kind: 'hold'; after: number; until: Promise<void> }
  )

const DEFAULT_TEXT = `## Plano de lançamento

Olá! Aqui está um caminho **simples** para as próximas semanas:

1. Pesquise as dores do público 🎯
2. Escreva a promessa e a oferta
3. Abra as inscrições e acompanhe

Quer que eu detalhe alguma etapa?`

/** A word each; 40 of them, with accents and an emoji. */
export const DEFAULT_TOKENS: readonly string[] = DEFAULT_TEXT.split(/(?<=\s)(?=\S)/)

const DEFAULT_STOP = 3

type Words = { after: number; value: string; options: Record<string, string>; said: string }

/** How each directive reads as a behaviour; see the list in `provider-double.ts`. */
const DIRECTIVES: Record<string, (words: Words) => Behaviour> = {
  reply: () => ({ kind: 'reply' }),
  echo: ({ said, options }) => ({ kind: 'reply', tokens: piecesOf(said, Number(options.size ?? 4)) }),
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

/** Reads the directive that ends a message, such as `[[stall@3]]`. Unknown words are a mistake in the test. */
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

function readPace({ tokens, delay, split }: Record<string, string>): Pace {
  return {
    ...(tokens && { tokens: manyTokens(Number(tokens)) }),
    ...(delay && { delayMs: Number(delay) }),
    ...(split && { splitBytes: Number(split) }),
  }
}

/** A text in tokens of so many characters; none is cut in two. */
function piecesOf(text: string, size: number): string[] {
  const characters = [...text]
  const count = Math.ceil(characters.length / size)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}

/** The default text again and again, until there are that many tokens. */
function manyTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const position = index % DEFAULT_TOKENS.length
    return (index > 0 && position === 0 ? '\n\n' : '') + DEFAULT_TOKENS[position]
  })
}
