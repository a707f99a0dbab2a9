import type { Span } from '../voice/sentences.ts'
import { HEAD_LENGTH, type Sentence, type Token } from './tokens.ts'

type Words = { words: ReadonlySet<string>; beginnings: readonly string[] }
type Step = { gap: number } | (Words & { isOptional: boolean })

/** Steps to find one after the other in the words of a sentence. */
export type Phrase = readonly Step[]

/**
 * Reads phrases, one a line, without regular expressions, so that no text is slow. Steps are separated by spaces: `a|b`
 * one of these words, `a*` words that begin so, `#` a number, `$` an amount of money, `%` a percentage, `^` a word with a
 * capital, `?a` an optional word, `..3` up to three other words.
 */
export const phrases = (patterns: string): Phrase[] =>
  patterns
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' ').map(stepOf))

function stepOf(text: string): Step {
  if (text.startsWith('..')) return { gap: Number(text.slice(2)) }
  const isOptional = text.length > 1 && text.startsWith('?')
  const options = (isOptional ? text.slice(1) : text).split('|')
  return {
    isOptional,
    words: new Set(options.filter((it) => !it.endsWith('*'))),
    beginnings: options.filter((it) => it.endsWith('*')).map((it) => it.slice(0, -1)),
  }
}

const KIND_SIGNS = { number: '#', money: '$', percent: '%', word: '', sign: '' } as const
const CAPITAL = /^\p{Lu}/u

function takes({ words, beginnings }: Words, { kind, plain, raw }: Token): boolean {
  if (words.has(plain) || words.has(KIND_SIGNS[kind])) return true
  if (kind !== 'word') return false
  return beginnings.some((it) => plain.startsWith(it)) || (words.has('^') && CAPITAL.test(raw))
}

/** Indexes of the first and the last token of a match. */
export type Match = { from: number; to: number }

/** The end of the match of the steps from a place, or -1; gaps take as little as possible. */
function matchAt(steps: Phrase, step: number, tokens: readonly Token[], at: number): number {
  const now = steps[step]
  if (!now) return at
  if ('gap' in now) {
    for (let skipped = 0; skipped <= now.gap && at + skipped < tokens.length; skipped += 1) {
      const end = matchAt(steps, step + 1, tokens, at + skipped)
      if (end !== -1) return end
    }
    return -1
  }
  const token = tokens[at]
  if (token && takes(now, token)) {
    const end = matchAt(steps, step + 1, tokens, at + 1)
    if (end !== -1) return end
  }
  return now.isOptional ? matchAt(steps, step + 1, tokens, at) : -1
}

const NONE: readonly never[] = []

/** Finds the phrases of many patterns, by the words with which they begin. */
export class PhraseIndex<P extends { phrase: Phrase }> {
  readonly #byWord = new Map<string, P[]>()
  readonly #byBeginning = new Map<string, P[]>()

  constructor(patterns: readonly P[]) {
    for (const pattern of patterns) {
      const [first] = pattern.phrase
      if (!first || 'gap' in first || first.isOptional) throw new Error('a phrase begins with a word')
      for (const word of first.words) add(this.#byWord, word, pattern)
      for (const bucket of new Set(first.beginnings.map((it) => it.slice(0, HEAD_LENGTH)))) {
        if (bucket.length < HEAD_LENGTH) throw new Error(`the beginning ${bucket} is too short`)
        add(this.#byBeginning, bucket, pattern)
      }
    }
  }

  /** Every match in a sentence; one may come twice, by a word and by a beginning. */
  find({ tokens }: Sentence): { pattern: P; match: Match }[] {
    const found: { pattern: P; match: Match }[] = []
    for (let from = 0; from < tokens.length; from += 1) {
      for (const list of this.#listsOf(tokens[from])) {
        for (const pattern of list) {
          const end = matchAt(pattern.phrase, 0, tokens, from)
          if (end > from) found.push({ pattern, match: { from, to: end - 1 } })
        }
      }
    }
    return found
  }

  /** Whether a sentence has a match. */
  has({ tokens }: Sentence): boolean {
    for (let from = 0; from < tokens.length; from += 1) {
      for (const list of this.#listsOf(tokens[from])) {
        for (const { phrase } of list) if (matchAt(phrase, 0, tokens, from) > from) return true
      }
    }
    return false
  }

  /** The patterns that may begin with a token. */
  #listsOf(token: Token | undefined): readonly P[][] {
    if (!token) return NONE
    const byWord = this.#byWord.get(token.plain)
    const byRest =
      token.kind === 'word'
        ? this.#byBeginning.get(token.head)
        : this.#byWord.get(KIND_SIGNS[token.kind] || ' ')
    if (!byWord) return byRest ? [byRest] : NONE
    return byRest ? [byWord, byRest] : [byWord]
  }
}

function add<P>(map: Map<string, P[]>, key: string, pattern: P): void {
  const list = map.get(key)
  if (list) list.push(pattern)
  else map.set(key, [pattern])
}

/** Looks for any of some phrases; one a line. */
export const anyOf = (patterns: string) => new PhraseIndex(phrases(patterns).map((phrase) => ({ phrase })))

/** The place of a match in the text. */
export const spanOf = ({ tokens }: Sentence, { from, to }: Match): Span => ({
  start: tokens[from]?.start ?? 0,
  end: tokens[to]?.end ?? 0,
})

const NEGATIONS = new Set('nao nem sem nunca jamais nenhum nenhuma ninguem evite evitar proibido'.split(' '))
const NEGATION_REACH = 6

/** Whether a negation stands in the match, or shortly before it in the same clause. */
export function isNegated({ tokens }: Sentence, { from, to }: Match): boolean {
  const clause = tokens[from]?.clause
  for (let at = Math.max(0, from - NEGATION_REACH); at <= to; at += 1) {
    const token = tokens[at]
    if (token && NEGATIONS.has(token.plain) && (at >= from || token.clause === clause)) return true
  }
  return false
}

/** Whether the word right before a match negates it. */
export const isAfterNegation = ({ tokens }: Sentence, { from }: Match): boolean =>
  NEGATIONS.has(tokens[from - 1]?.plain ?? '')
