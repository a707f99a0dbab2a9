import Big from 'big.js'
import { formatMoney } from '../money.ts'
import {
  type Amount,
  accessesIn,
  amountsIn,
  daysIn,
  guaranteesIn,
  type Instalment,
  instalmentsIn,
  isSameTerm,
  type KnownFacts,
  LIFETIME_DAYS,
  type Term,
} from './facts.ts'
import { anyOf } from './phrases.ts'
import type { RawFinding } from './raw-finding.ts'
import type { Sentence } from './tokens.ts'

/** Amounts of these sentences are other things than the product's price. */
const OTHER_AMOUNTS = anyOf(`
  bonus|brinde|brindes|frete|cupom|multa|entrada|sinal|aluguel|consulta|hora|sozinho|sozinha|separadamente|avulso|avulsa
  economi*
  fatur*
  ganh*
  lucr*
  vend*
  receb*
  concorren*
  outro|outros|outra|outras|antigo|antiga|anterior|passado
  gast*
  perde|perder|perdeu|perdia
  desconto|cashback|reembolso|salario|orcamento|verba|anuncio|anuncios|trafego|mercado|media|meta|exemplo
  cobrei|cobrava|cobrar|cobro|cobra|paguei|pagou|pagava`)
const PRICE_NOUNS = new Set(['investimento', 'preco', 'custa', 'custam', 'mensalidade'])
const FILLERS = new Set(
  'apenas so somente e de por hoje unico total a vista o do da no pix curso treinamento programa : lancamento especial'.split(
    ' ',
  ),
)
const BUYING = anyOf(`
  compre|garanta|inscreva|matricule|leve|adquira|assine
  entre|acesse ..4 por
  por apenas|so|somente $
  sai|fica|leva|tudo por`)
const ONLY = new Set(['apenas', 'so', 'somente'])
const FILLERS_MOST = 6

/** Prices, instalments, guarantees, dates and access that differ from the saved product or offer. */
export function checkOffer(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  const instalments = instalmentsIn(sentence)
  return [
    ...guaranteesIn(sentence).flatMap((it) => checkGuarantee(it, facts)),
    ...accessesIn(sentence).flatMap((it) => checkAccess(it, sentence, facts)),
    ...checkDays(sentence, facts),
    ...instalments.flatMap((it) => checkInstalment(it, sentence, facts)),
    ...checkPrices(sentence, instalments, facts),
  ]
}

const listOf = (values: Iterable<string>) => [...new Set(values)].join(' ou ')

function checkPrices(
  sentence: Sentence,
  instalments: readonly Instalment[],
  facts: KnownFacts,
): RawFinding[] {
  if (facts.products.every(({ practicePrice }) => practicePrice === null)) return []
  const isPart = ({ at }: Amount) => instalments.some((it) => at >= it.at && at <= it.to)
  const amounts = amountsIn(sentence).filter((it) => !isPart(it))
  if (amounts.length === 0) return []
  const isOther = OTHER_AMOUNTS.has(sentence)
  const isBuying = BUYING.has(sentence)
  return amounts.flatMap((amount, index) => {
    const { at } = amount
    const before = amounts[index - 1]
    const after = amounts[index + 1]
    const isAnchor = wordAt(sentence, at - 1) === 'de' && after !== undefined && isBy(sentence, amount, after)
    const isPaired =
      before !== undefined && wordAt(sentence, before.at - 1) === 'de' && isBy(sentence, before, amount)
    if (isAnchor && (!isOther || hasPair(sentence))) return differs(amount, facts, true)
    if (isPaired && (!isOther || hasPair(sentence))) return differs(amount, facts, false)
    if (isOther || !(isPrice(sentence, amount) || (isBuying && isByPrice(sentence, amount)))) return []
    return differs(amount, facts, false)
  })
}

const wordAt = ({ tokens }: Sentence, at: number): string => tokens[at]?.plain ?? ''

const BONUS = anyOf(
  'bonus|brinde|brindes\noutro|outros|outra|concorren*|exemplo|meta|fatur*|salario|passou|saiu|saltou|gast*',
)
/** "De R$ 1.997 por R$ 997" is the price, whatever else the sentence names. */
const hasPair = (sentence: Sentence) => !BONUS.has(sentence)

/** Whether "por" stands between two amounts. */
function isBy({ tokens }: Sentence, one: Amount, other: Amount): boolean {
  const between = tokens.slice(one.to + 1, other.at)
  return between.length <= 4 && between.some(({ plain }) => plain === 'por')
}

function isByPrice(sentence: Sentence, { at }: Amount): boolean {
  const before = wordAt(sentence, at - 1)
  return before === 'por' || (ONLY.has(before) && wordAt(sentence, at - 2) === 'por')
}

function isPrice(sentence: Sentence, { at, to }: Amount): boolean {
  if (wordAt(sentence, to + 1) === 'a' && wordAt(sentence, to + 2) === 'vista') return true
  for (let before = at - 1; before >= Math.max(0, at - FILLERS_MOST); before -= 1) {
    const word = wordAt(sentence, before)
    if (PRICE_NOUNS.has(word)) return true
    if (!FILLERS.has(word)) return false
  }
  return false
}

function differs({ value, start, end }: Amount, facts: KnownFacts, isAnchor: boolean): RawFinding[] {
  const saved = isAnchor ? facts.anchors : facts.prices
  if (saved.has(value) || facts.amounts.has(value)) return []
  // A full price may be named in the place of the other.
  if (facts.products.some((it) => totalOf(it) === value)) return []
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
  if (saved.length === 0 || isWritten || count < 2) return []
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
  const { days, said, start, end } = term
  const found: RawFinding[] = []
  if (days < LEGAL_DAYS) found.push({ ruleId: 'garantia-curta', start, end, detail: null })
  const { guarantees } = facts
  if (guarantees.length > 0 && !guarantees.some((it) => isSameTerm(it, term))) {
    const saved = listOf(guarantees.map((it) => it.said))
    const detail = `O texto diz ${said}. Está salvo ${saved}.`
    found.push({ ruleId: 'garantia-diferente', start, end, detail })
  }
  return found
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

const DEADLINES = anyOf(`
  ate
  termin*
  encerr*
  acab*
  fech*
  expir*
  valid*
  ultimo dia
  prazo`)

function checkDays(sentence: Sentence, facts: KnownFacts): RawFinding[] {
  if (facts.days.size === 0) return []
  const days = daysIn(sentence).filter(({ day }) => !facts.days.has(day))
  if (days.length === 0 || !DEADLINES.has(sentence)) return []
  return days.map(({ day, start, end }) => ({
    ruleId: 'prazo-diferente',
    start,
    end,
    detail: `O texto diz ${day}. Está salvo ${listOf(facts.days)}.`,
  }))
}
