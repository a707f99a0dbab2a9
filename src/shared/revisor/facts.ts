import Big from 'big.js'
import { parseMoney } from '../money.ts'
import type { Span } from '../voice/sentences.ts'
import { NUMBER_WORDS, readSentences, type Sentence, type Token } from './tokens.ts'

/** A saved product; amounts are decimals of two places, null in a draft. */
export type ProductFacts = {
  name: string
  anchorPrice: string | null
  practicePrice: string | null
  maxInstallments: number | null
  installmentValue: string | null
}

/** The saved data that a text is compared with. */
export type ReviewFacts = {
  products: readonly ProductFacts[]
  /** The free texts of the saved product and offer: guarantee, dates, access and seats are read in them. */
  texts: readonly string[]
  /** Forbidden words of the brand's voice. */
  forbiddenWords: readonly string[]
  /** The day of the review, `2026-11-27`. */
  today: string
}

/** An amount of reais; `at` and `to` are the indexes of its first and last token. */
export type Amount = Span & { at: number; to: number; value: string }
export type Instalment = Span & { count: number; value: string | undefined; at: number; to: number }
export type Term = Span & { days: number; said: string }
/** `12/03`, without the year. */
export type DayOfYear = Span & { day: string }

const UNIT_DAYS: Readonly<Record<string, number>> = {
  hora: 1 / 24,
  horas: 1 / 24,
  dia: 1,
  dias: 1,
  semana: 7,
  semanas: 7,
  mes: 30,
  meses: 30,
  ano: 365,
  anos: 365,
}
const MONTHS = [
  ...['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
]
export const LIFETIME_DAYS = Number.POSITIVE_INFINITY

const WHOLE = /^\d{1,4}$/
const wholeOf = (token: Token | undefined): number | undefined => {
  if (!token) return undefined
  if (token.kind === 'number') return WHOLE.test(token.plain) ? Number(token.plain) : undefined
  return NUMBER_WORDS[token.plain]
}

/** Amounts of a sentence: `R$ 1.997,00`, `R$ 2 mil`, `97 reais`. */
export function amountsIn({ tokens }: Sentence): Amount[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]?.plain
    const isReais = token.kind === 'number' && next === 'reais'
    if (token.kind !== 'money' && !isReais) return []
    const parsed = parseMoney(token.raw)
    if (parsed === undefined) return []
    const isThousands = token.kind === 'money' && next === 'mil'
    const to = isReais || isThousands ? at + 1 : at
    const value = isThousands ? new Big(parsed).times(1000).toFixed(2) : parsed
    return [{ at, to, value, start: token.start, end: tokens[to]?.end ?? token.end }]
  })
}

const TIMES = new Set(['x', 'vezes', 'parcelas', 'prestacoes'])
const BETWEEN = new Set(['de', 'iguais', 'mensais', 'fixas', 'sem', 'juros', 'apenas', 'so'])
const BETWEEN_MOST = 4

/** Instalments of a sentence: `12x de R$ 97,00`; the value is undefined when none follows. */
export function instalmentsIn({ tokens }: Sentence): Instalment[] {
  return tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    if (count === undefined || !TIMES.has(tokens[at + 1]?.plain ?? '')) return []
    let to = at + 2
    while (to < at + 2 + BETWEEN_MOST && BETWEEN.has(tokens[to]?.plain ?? '')) to += 1
    const last = tokens[to]
    const isAmount = last?.kind === 'money' || (last?.kind === 'number' && last.raw.includes(','))
    const value = isAmount ? parseMoney(last.raw) : undefined
    const end = value === undefined ? at + 1 : to
    return [{ at, to: end, count, value, start: token.start, end: tokens[end]?.end ?? token.end }]
  })
}

const REACH = 4

/** Terms of a kind in a sentence: `garantia de 7 dias`, `7 dias de garantia`. */
function termsIn({ tokens }: Sentence, noun: string): Term[] {
  return tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    const unit = tokens[at + 1]
    const days = UNIT_DAYS[unit?.plain ?? '']
    if (count === undefined || days === undefined || !unit) return []
    const before = tokens.slice(Math.max(0, at - REACH), at)
    const isAfter = tokens[at + 2]?.plain === 'de' && tokens[at + 3]?.plain === noun
    const isSameClause = before.some(({ plain, clause }) => plain === noun && clause === token.clause)
    if (!isAfter && !isSameClause) return []
    const first = before.find(({ plain }) => plain === noun) ?? token
    const last = isAfter ? (tokens[at + 3] ?? unit) : unit
    return [{ days: count * days, said: `${token.raw} ${unit.raw}`, start: first.start, end: last.end }]
  })
}

const MONTH_DAYS = 30.4

/** Whether two terms are the same; twelve months are a year. */
export function isSameTerm({ days: one }: Term, { days: other }: Term): boolean {
  if (one === other) return true
  const months = [one, other].map((days) => Math.round(days / MONTH_DAYS))
  return Number.isFinite(one) && (months[0] ?? 0) >= 1 && months[0] === months[1]
}

export const guaranteesIn = (sentence: Sentence): Term[] => termsIn(sentence, 'garantia')

/** How long the access lasts: `acesso por 12 meses`, `acesso vitalício`. */
export function accessesIn(sentence: Sentence): Term[] {
  const forLife = sentence.tokens.flatMap((token, at): Term[] => {
    const next = sentence.tokens[at + 1]
    return token.plain === 'acesso' && next && /^vitalici/.test(next.plain)
      ? [{ days: LIFETIME_DAYS, said: next.raw, start: token.start, end: next.end }]
      : []
  })
  return [...forLife, ...termsIn(sentence, 'acesso')]
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?$/

/** Days of a sentence: `12/03`, `12 de março`. */
export function daysIn({ tokens }: Sentence): DayOfYear[] {
  return tokens.flatMap((token, at) => {
    const slashed = SLASHED.exec(token.plain)
    const isNamed = tokens[at + 1]?.plain === 'de'
    const month = slashed ? Number(slashed[2]) : isNamed ? MONTHS.indexOf(tokens[at + 2]?.plain ?? '') + 1 : 0
    const day = slashed ? Number(slashed[1]) : wholeOf(token)
    if (day === undefined || day < 1 || day > 31 || month < 1 || month > 12 || token.plain === '24/7')
      return []
    const last = slashed ? token : (tokens[at + 2] ?? token)
    return [{ day: dayOf(day, month), start: token.start, end: last.end }]
  })
}

const dayOf = (day: number, month: number) =>
  `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}`

/** `27/11` for `2026-11-27`. */
export const dayOfIso = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`

const SEATS = new Set(['vagas', 'lugares', 'unidades', 'alunos', 'alunas', 'pessoas', 'participantes'])

/** Numbers of seats of a sentence. */
export const seatsIn = ({ tokens }: Sentence): number[] =>
  tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    return count !== undefined && SEATS.has(tokens[at + 1]?.plain ?? '') ? [count] : []
  })

/** The saved data in the form in which the rules look it up. */
export type KnownFacts = ReviewFacts & {
  amounts: ReadonlySet<string>
  prices: ReadonlySet<string>
  anchors: ReadonlySet<string>
  guarantees: readonly Term[]
  accesses: readonly Term[]
  days: ReadonlySet<string>
  seats: ReadonlySet<number>
  instalments: readonly Instalment[]
}

export function knowFacts(facts: ReviewFacts): KnownFacts {
  const sentences = facts.texts.flatMap(readSentences)
  const { products } = facts
  const present = (values: (string | null)[]) => values.filter((it) => it !== null)
  const prices = present(products.map(({ practicePrice }) => practicePrice))
  const anchors = present(products.map(({ anchorPrice }) => anchorPrice))
  const sum = (values: string[]) => values.reduce((all, it) => all.plus(it), new Big(0)).toFixed(2)
  return {
    ...facts,
    amounts: new Set(sentences.flatMap(amountsIn).map(({ value }) => value)),
    prices: new Set([...prices, sum(prices)]),
    anchors: new Set([...anchors, sum(anchors)]),
    guarantees: sentences.flatMap(guaranteesIn),
    accesses: sentences.flatMap(accessesIn),
    days: new Set(sentences.flatMap(daysIn).map(({ day }) => day)),
    seats: new Set(sentences.flatMap(seatsIn)),
    instalments: sentences.flatMap(instalmentsIn),
  }
}
