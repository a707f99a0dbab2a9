import Big from 'big.js'
import { formatMoney } from '../money/money.ts'
import { type KnownFacts, savedDay } from './facts.ts'
import {
  accessesIn,
  daysIn,
  guaranteesIn,
  type Instalment,
  instalmentsIn,
  isDeadline,
  isSameTerm,
  LIFETIME_DAYS,
  refundsIn,
  type Term,
  wordAt,
} from './figures.ts'
import { anyOf } from './phrases.ts'
import { isOfRival, type Price, pricesIn } from './prices.ts'
import type { RawFinding } from './raw-finding.ts'
import type { Sentence } from './tokens.ts'

/** Prices, instalments, guarantees, dates and access that differ from the saved product or offer. */
export function checkOffer(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  return [
    ...guaranteesIn(sentence).flatMap((it) => checkGuarantee(it, facts)),
    ...refundsIn(sentence).flatMap((it) => differentGuarantee(it, facts)),
    ...accessesIn(sentence).flatMap((it) => checkAccess(it, sentence, facts)),
    ...checkDays(sentence, facts),
    ...instalmentsIn(sentence).flatMap((it) => checkInstalment(it, sentence, facts)),
    ...checkPrices(sentence, facts),
  ]
}

const listOf = (values: Iterable<string>) => [...new Set(values)].join(' ou ')

function checkPrices(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  if (facts.products.every(({ practicePrice }) => practicePrice === null)) return []
  return pricesIn(sentence, facts.names).flatMap((it) => differs(it, sentence, facts))
}

function differs(price: Price, sentence: Sentence, facts: KnownFacts): RawFinding[] {
  const { value, start, end, isAnchor, isTotal, to } = price
  const saved = isAnchor ? facts.anchors : facts.prices
  if (saved.has(value)) return []
  if (isTotal && facts.products.some((it) => totalOf(it) === value)) return []
  const isMonthly = /^(?:mes|mensais)$/.test(wordAt(sentence, to + 2))
  if (isMonthly && facts.products.some(({ installmentValue }) => installmentValue === value)) return []
  const shown = facts.products.map(({ anchorPrice, practicePrice }) =>
    isAnchor ? anchorPrice : practicePrice,
  )
  const known = shown.flatMap((it) => (it === null ? [] : [formatMoney(it)]))
  if (known.length === 0) return []
  const what = isAnchor ? 'O preço cheio salvo é' : 'O preço salvo é'
  return [
    {
      ruleId: 'preco-diferente',
      start,
      end,
      detail: `O texto diz ${formatMoney(value)}. ${what} ${listOf(known)}.`,
    },
  ]
}

type Product = KnownFacts['products'][number]

const totalOf = ({ maxInstallments, installmentValue }: Product): string | undefined =>
  maxInstallments === null || installmentValue === null
    ? undefined
    : new Big(installmentValue).times(maxInstallments).toFixed(2)

function checkInstalment(said: Instalment, sentence: Sentence, facts: KnownFacts): RawFinding[] {
  const { count, value, start, end } = said
  const saved = facts.products.filter((it) => it.maxInstallments !== null && it.installmentValue !== null)
  const isWritten = facts.instalments.some((it) => it.count === count && it.value === value)
  if (saved.length === 0 || isWritten || count < 2 || isOfRival(sentence, said)) return []
  // "12 vezes" alone may be anything; with "x" or "parcelas" it is a payment.
  if (value === undefined && wordAt(sentence, said.at + 1) === 'vezes') return []
  const wrong = saved.map((it) => instalmentProblem(said, it, isFree(sentence)))
  if (wrong.some((it) => it === undefined)) return []
  return [{ ruleId: 'parcela-diferente', start, end, detail: wrong[0] ?? null }]
}

const FREE = anyOf('sem juros')
const isFree = (sentence: Sentence) => FREE.has(sentence)

/** Undefined if the product may be paid so; a smaller number of instalments has no saved value. */
function instalmentProblem({ count, value }: Instalment, product: Product, isWithoutInterest: boolean) {
  const { maxInstallments, installmentValue, practicePrice } = product
  if (maxInstallments === null || installmentValue === null) return undefined
  const saved = `O produto salvo diz ${maxInstallments}x de ${formatMoney(installmentValue)}.`
  const isOtherCount = count > maxInstallments || (count < maxInstallments && value === installmentValue)
  const isOtherValue = count === maxInstallments && value !== undefined && value !== installmentValue
  if (isOtherCount || isOtherValue) return saved
  if (!isWithoutInterest || count !== maxInstallments || practicePrice === null) return undefined
  const excess = new Big(installmentValue).times(count).minus(practicePrice)
  // Each instalment may be rounded up to a cent.
  if (excess.lte(new Big(count).div(100))) return undefined
  return `O texto diz sem juros, mas as parcelas salvas somam ${formatMoney(excess)} a mais que o preço.`
}

const LEGAL_DAYS = 7

function checkGuarantee(term: Term, facts: KnownFacts): RawFinding[] {
  const { days, start, end } = term
  const isShort = days < LEGAL_DAYS
  return [
    ...(isShort ? [{ ruleId: 'garantia-curta' as const, start, end, detail: null }] : []),
    ...differentGuarantee(term, facts),
  ]
}

function differentGuarantee(term: Term, { guarantees }: KnownFacts): RawFinding[] {
  if (guarantees.length === 0 || guarantees.some((it) => isSameTerm(it, term))) return []
  const detail = `O texto diz ${term.said}. Está salvo ${listOf(guarantees.map((it) => it.said))}.`
  return [{ ruleId: 'garantia-diferente', start: term.start, end: term.end, detail }]
}

const TRIALS = anyOf(
  'gratis|gratuito|gratuita|teste|gratuitamente|degustacao\naula|aulas\ngravacao|gravacoes|replay|bonus',
)

function checkAccess(term: Term, sentence: Sentence, facts: KnownFacts): RawFinding[] {
  const { accesses } = facts
  if (accesses.length === 0 || accesses.some((it) => isSameTerm(it, term))) return []
  if (TRIALS.has(sentence)) return []
  const { said, start, end } = term
  const what = term.days === LIFETIME_DAYS ? 'acesso vitalício' : `acesso de ${said}`
  const detail = `O texto diz ${what}. Está salvo ${listOf(accesses.map((it) => it.said))}.`
  return [{ ruleId: 'prazo-diferente', start, end, detail }]
}

function checkDays(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  const { deadlines } = facts
  if (deadlines.length === 0) return []
  return daysIn(sentence)
    .filter((it) => isDeadline(sentence, it) && !savedDay(it, facts))
    .map(({ said, start, end }) => ({
      ruleId: 'prazo-diferente',
      start,
      end,
      detail: `O texto diz ${said}. Está salvo ${listOf(deadlines.map((it) => it.said))}.`,
    }))
}
