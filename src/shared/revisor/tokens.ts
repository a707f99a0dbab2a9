import { type Span, sentencesIn } from '../voice/sentences.ts'

/** Letters by which words are indexed. */
export const HEAD_LENGTH = 3

/** `sign` is a mark between clauses. */
export type TokenKind = 'word' | 'number' | 'money' | 'percent' | 'sign'

/** `plain`: lower case without accents. */
export type Token = Span & {
  kind: TokenKind
  raw: string
  plain: string
  /** The first letters of `plain`, for an index. */
  head: string
  /** Counts the parts of a sentence between commas, colons, dashes and brackets. */
  clause: number
}

/** `hasNumber`: a figure or an amount; checks of figures skip the other sentences. */
export type Sentence = Span & { tokens: Token[]; hasNumber: boolean }

export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  dez: 10,
  doze: 12,
  quinze: 15,
  vinte: 20,
  trinta: 30,
  sessenta: 60,
  noventa: 90,
}

const TOKENS = /R\$[ \u00a0]?\d(?:[\d.,]*\d)?|\d(?:[\d.,/]*\d)?%?|[\p{L}\p{M}]+|[,;:()!?—–]/giu

/** The sentences of a Markdown text with their words, numbers and amounts. Linear in the text. */
export const readSentences = (text: string, spans: readonly Span[] = sentencesIn(text)): Sentence[] =>
  spans.flatMap((span) => readSentence(text, span))

/** Longer sentences are read in parts, because the rules compare the words of a sentence with each other. */
const SENTENCE_TOKENS = 80

function readSentence(text: string, { start, end }: Span): Sentence[] {
  const parts: Sentence[] = []
  let tokens: Token[] = []
  let clause = 0
  let hasNumber = false
  for (const match of text.slice(start, end).matchAll(TOKENS)) {
    const token = readToken(match[0], start + match.index, clause)
    if (token.kind === 'sign') clause += 1
    hasNumber ||= token.kind !== 'word' && token.kind !== 'sign'
    hasNumber ||= NUMBER_WORDS[token.plain] !== undefined || token.plain.startsWith('vitalici')
    hasNumber ||= token.plain === 'sempre'
    tokens.push(token)
    if (tokens.length < SENTENCE_TOKENS) continue
    parts.push({ start: tokens[0]?.start ?? start, end: token.end, tokens, hasNumber })
    tokens = []
    hasNumber = false
  }
  if (tokens.length > 0) parts.push({ start: tokens[0]?.start ?? start, end, tokens, hasNumber })
  return parts
}

function readToken(raw: string, start: number, clause: number): Token {
  const kind = kindOf(raw)
  const plain = kind === 'word' ? plainOf(raw) : raw.toLowerCase()
  const head = plain.slice(0, HEAD_LENGTH)
  return { kind, raw, plain, head, start, end: start + raw.length, clause }
}

const SIGNS = new Set(',;:()!?—–')

function kindOf(raw: string): TokenKind {
  const first = raw[0] ?? ''
  if (SIGNS.has(first)) return 'sign'
  if (first >= '0' && first <= '9') return raw.endsWith('%') ? 'percent' : 'number'
  return raw[1] === '$' ? 'money' : 'word'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches the words that need no folding.
const ASCII = /^[\u0000-\u007f]*$/

/** Lower case without accents. */
const plainOf = (word: string): string =>
  ASCII.test(word) ? word.toLowerCase() : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
