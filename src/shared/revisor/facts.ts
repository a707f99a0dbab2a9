import Big from 'big.js'
import {
  accessesIn,
  dateOf,
  daysIn,
  guaranteesIn,
  type Instalment,
  instalmentsIn,
  isDeadline,
  refundsIn,
  type SaidDay,
  seatsIn,
  type Term,
} from './figures.ts'
import { pricesIn } from './prices.ts'
import { readSentences } from './tokens.ts'

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

/** A saved last day, as `2026-12-12` and as it was said. */
type SavedDay = { date: string; day: number; said: string }

/** The saved data in the form in which the rules look it up. */
export type KnownFacts = ReviewFacts & {
  /** Words of the products' names. */
  names: readonly (readonly string[])[]
  prices: ReadonlySet<string>
  anchors: ReadonlySet<string>
  guarantees: readonly Term[]
  accesses: readonly Term[]
  deadlines: readonly SavedDay[]
  seats: ReadonlySet<number>
  instalments: readonly Instalment[]
}

export function knowFacts(facts: ReviewFacts): KnownFacts {
  const sentences = facts.texts.flatMap((it) => readSentences(it))
  const { products, today } = facts
  const present = (values: (string | null)[]) => values.filter((it) => it !== null)
  const prices = present(products.map(({ practicePrice }) => practicePrice))
  const anchors = present(products.map(({ anchorPrice }) => anchorPrice))
  const sum = (values: string[]) => values.reduce((all, it) => all.plus(it), new Big(0)).toFixed(2)
  const names = products.map(({ name }) => wordsOf(name)).filter((it) => it.length > 0)
  const written = sentences.flatMap((it) => pricesIn(it, names))
  const writtenAs = (isAnchor: boolean) =>
    written.filter((it) => it.isAnchor === isAnchor).map(({ value }) => value)
  return {
    ...facts,
    names,
    prices: new Set([...prices, sum(prices), ...writtenAs(false)]),
    anchors: new Set([...anchors, sum(anchors), ...writtenAs(true)]),
    guarantees: sentences.flatMap((it) => [...guaranteesIn(it), ...refundsIn(it)]),
    accesses: sentences.flatMap(accessesIn),
    deadlines: sentences.flatMap((it) =>
      daysIn(it)
        .filter((day) => isDeadline(it, day) ?? day.month !== undefined)
        .map((day) => ({ date: dateOf(day, today), day: day.day, said: day.said })),
    ),
    seats: new Set(sentences.flatMap(seatsIn)),
    instalments: sentences.flatMap(instalmentsIn),
  }
}

/** Amounts of a name would be amounts of every text, so such a name is not left out. */
function wordsOf(name: string): string[] {
  const tokens = readSentences(name).flatMap((it) => it.tokens)
  return tokens.every(({ kind }) => kind === 'word') ? tokens.map(({ plain }) => plain) : []
}

/** The saved last day that a text says, if it is one. */
export const savedDay = (said: SaidDay, { deadlines, today }: KnownFacts): SavedDay | undefined =>
  deadlines.find(({ date, day }) =>
    said.month === undefined ? day === said.day : date === dateOf(said, today),
  )
