import Big from 'big.js'
import { parseMoney } from '../money/money.ts'
import type { Span } from '../voice/sentences.ts'
import { NUMBER_WORDS, type Sentence, type Token } from './tokens.ts'

/** An amount of reais; `at` and `to` are the indexes of its first and last token. */
export type Amount = Span & { at: number; to: number; value: string }
export type Instalment = Span & { count: number; value: string | undefined; at: number; to: number }
export type Term = Span & { days: number; said: string }
/** A day as it is said: the year is often missing, and so is the month in "dia 15". `at`: index of its first token. */
export type SaidDay = Span & {
  at: number
  day: number
  month: number | undefined
  year: number | undefined
  said: string
}

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
const AFTER_AMOUNT = new Set('reais no na sem ou e a por com fixas fixos mensais iguais em'.split(' '))

/** "12x de 97" is an amount, "3x de 10 repetições" and "3 vezes de 10" are not. */
function isPlainAmount(tokens: readonly Token[], at: number, to: number): boolean {
  if (tokens[to]?.raw.includes(',')) return true
  const next = tokens[to + 1]
  const isCounted = next?.kind === 'word' && !AFTER_AMOUNT.has(next.plain)
  return tokens[at + 1]?.plain !== 'vezes' && tokens[to - 1]?.plain === 'de' && !isCounted
}

/** Instalments of a sentence: `12x de R$ 97,00`; the value is undefined when none follows. */
export function instalmentsIn({ tokens }: Sentence): Instalment[] {
  return tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    if (count === undefined || !TIMES.has(tokens[at + 1]?.plain ?? '')) return []
    let to = at + 2
    while (to < at + 2 + BETWEEN_MOST && BETWEEN.has(tokens[to]?.plain ?? '')) to += 1
    const last = tokens[to]
    const isAmount = last?.kind === 'money' || (last?.kind === 'number' && isPlainAmount(tokens, at, to))
    const value = isAmount ? parseMoney(last.raw) : undefined
    const end = value === undefined ? at + 1 : to
    return [{ at, to: end, count, value, start: token.start, end: tokens[end]?.end ?? token.end }]
  })
}

const REACH = 4

/** The index of the unit after a count: "30 dias", "30 (trinta) dias". */
function unitAfter(tokens: readonly Token[], at: number): number {
  const isWritten = tokens[at + 1]?.plain === '(' && tokens[at + 3]?.plain === ')'
  return isWritten ? at + 4 : at + 1
}

/** Terms of a kind in a sentence: `garantia de 7 dias`, `7 dias de garantia`. */
function termsIn({ tokens }: Sentence, isNoun: (at: number) => boolean): Term[] {
  return tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    const unitAt = unitAfter(tokens, at)
    const unit = tokens[unitAt]
    const days = UNIT_DAYS[unit?.plain ?? '']
    if (count === undefined || days === undefined || !unit) return []
    const after = tokens[unitAt + 1]?.plain === 'de' && isNoun(unitAt + 2) ? tokens[unitAt + 2] : undefined
    const from = Math.max(0, at - REACH)
    const before = tokens
      .slice(from, at)
      .find(({ clause }, index) => clause === token.clause && isNoun(from + index))
    if (!after && !before) return []
    const { start } = before ?? token
    return [{ days: count * days, said: `${token.raw} ${unit.raw}`, start, end: (after ?? unit).end }]
  })
}

const MONTH_DAYS = 30.4

/** Whether two terms are the same; twelve months are a year. */
export function isSameTerm({ days: one }: Term, { days: other }: Term): boolean {
  if (one === other) return true
  const months = [one, other].map((days) => Math.round(days / MONTH_DAYS))
  return Number.isFinite(one) && (months[0] ?? 0) >= 1 && months[0] === months[1]
}

export const guaranteesIn = (sentence: Sentence): Term[] =>
  termsIn(sentence, (at) => {
    const word = wordAt(sentence, at)
    return word === 'garantia' || (word === 'satisfacao' && wordAt(sentence, at + 1).startsWith('garantid'))
  })

const REFUND_DAYS = new Set(['ate', 'de'])

/** A guarantee without its name: `devolvemos seu dinheiro em até 30 dias`. The same words may say when it is paid. */
export function refundsIn(sentence: Sentence): Term[] {
  const { tokens } = sentence
  const money = tokens.findIndex(({ plain }) => plain === 'dinheiro')
  if (money === -1) return []
  const verb = tokens.findIndex(({ plain }) => /^devolv(?:emos|o|ido)$/.test(plain))
  if (verb === -1 || verb > money) return []
  return termsIn(sentence, (at) => at === money).filter(({ start, end }) => {
    const inside = tokens.filter((it) => it.start >= start && it.end <= end)
    const next = tokens.find((it) => it.start >= end)
    return inside.some(({ plain }) => REFUND_DAYS.has(plain)) && next?.plain !== 'uteis'
  })
}

const FOR_EVER = 4

/** How long the access lasts: `acesso por 12 meses`, `acesso vitalício`, `acesso para sempre`. */
export function accessesIn(sentence: Sentence): Term[] {
  const { tokens } = sentence
  const forLife = tokens.flatMap((token, at): Term[] => {
    if (token.plain !== 'acesso') return []
    const rest = tokens.slice(at + 1, at + 1 + FOR_EVER)
    const last = rest.find(
      ({ plain, clause }, index) =>
        clause === token.clause &&
        (plain.startsWith('vitalici') ||
          (plain === 'sempre' && /^(?:para|pra)$/.test(rest[index - 1]?.plain ?? ''))),
    )
    return last ? [{ days: LIFETIME_DAYS, said: last.raw, start: token.start, end: last.end }] : []
  })
  return [...forLife, ...termsIn(sentence, (at) => wordAt(sentence, at) === 'acesso')]
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/

/** Days of a sentence: `12/03`, `12 de março de 2027`, `dia 15`. */
export function daysIn({ tokens }: Sentence): SaidDay[] {
  return tokens.flatMap((token, at) => {
    const found = slashedDay(token) ?? namedDay(tokens, at)
    if (!found) return []
    const { day, month, year, to } = found
    if (day < 1 || day > 31 || month === 0 || (month ?? 1) > 12) return []
    const words = [twoDigits(day), ...(month ? [twoDigits(month)] : []), ...(year ? [String(year)] : [])]
    const said = month ? words.join('/') : `dia ${day}`
    return [{ at, day, month, year, said, start: token.start, end: tokens[at + to]?.end ?? token.end }]
  })
}

type Found = Pick<SaidDay, 'day' | 'month' | 'year'> & { to: number }

function slashedDay({ plain }: Token): Found | undefined {
  const slashed = SLASHED.exec(plain)
  if (!slashed || plain === '24/7') return undefined
  const [, day, month, year] = slashed
  return { day: Number(day), month: Number(month), year: yearOf(year), to: 0 }
}

function namedDay(tokens: readonly Token[], at: number): Found | undefined {
  const token = tokens[at]
  const day = wholeOf(token)
  if (day === undefined) return undefined
  const month = tokens[at + 1]?.plain === 'de' ? MONTHS.indexOf(tokens[at + 2]?.plain ?? '') + 1 : 0
  if (month > 0) {
    const year = tokens[at + 3]?.plain === 'de' ? yearOf(tokens[at + 4]?.plain) : undefined
    return { day, month, year, to: year === undefined ? 2 : 4 }
  }
  const isDay = token?.kind === 'number' && tokens[at - 1]?.plain === 'dia'
  return isDay ? { day, month: undefined, year: undefined, to: 0 } : undefined
}

const YEAR = /^(?:20)?\d{2}$/
const yearOf = (text: string | undefined): number | undefined =>
  text !== undefined && YEAR.test(text) ? 2000 + (Number(text) % 100) : undefined

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The date of a said day, `2026-12-12`: without a year the one nearest to today, without a month the next one. */
export function dateOf({ day, month, year }: SaidDay, today: string): string {
  const now = Date.parse(today)
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.split('-').map(Number)
  const at = (y: number, m: number) => Date.UTC(y, m - 1, day)
  const dates = month
    ? (year ? [year] : [nowYear - 1, nowYear, nowYear + 1]).map((it) => at(it, month))
    : [at(nowYear, day >= nowDay ? nowMonth : nowMonth + 1)]
  const nearest = dates.toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now))[0] ?? 0
  return new Date(nearest).toISOString().slice(0, 10)
}

const DEADLINE = /^(?:ate$|termin|encerr|acab|fech|expir|valid|ultimo$|prazo)/
const EVENT = /^(?:aula|encontro|live|imersao|workshop|evento|comec|inici|modulo|nasc)/

/** Whether a day ends something; undefined where no word says so. The nearest word before it decides, then one after it. */
export function isDeadline({ tokens }: Sentence, { at }: SaidDay): boolean | undefined {
  const kinds = tokens.map(({ plain }) =>
    DEADLINE.test(plain) ? true : EVENT.test(plain) ? false : undefined,
  )
  return (
    kinds.slice(0, at).findLast((it) => it !== undefined) ?? kinds.slice(at).find((it) => it !== undefined)
  )
}

export const wordAt = ({ tokens }: Sentence, at: number): string => tokens[at]?.plain ?? ''

const SEATS = new Set(['vagas', 'lugares', 'unidades', 'alunos', 'alunas', 'pessoas', 'participantes'])

/** Numbers of seats of a sentence. */
export const seatsIn = ({ tokens }: Sentence): number[] =>
  tokens.flatMap((token, at) => {
    const count = wholeOf(token)
    return count !== undefined && SEATS.has(tokens[at + 1]?.plain ?? '') ? [count] : []
  })
