import { type Amount, amountsIn, type Instalment, instalmentsIn, wordAt } from './figures.ts'
import { anyOf } from './phrases.ts'
import type { Sentence, Token } from './tokens.ts'

/** An amount that the text gives as the price, or as the full price that is no longer asked. */
export type Price = Amount & { isAnchor: boolean; isTotal: boolean }

/** Words beside an amount that is something else than the product's price. */
const OTHER_THINGS = anyOf(`
  bonus|brinde|brindes|frete|cupom|multa|aluguel|consulta|hora|sozinho|sozinha|separadamente|avulso|avulsa|cada
  entrada|sinal de
  de entrada|sinal
  outro|outros|outra|outras|antigo|antiga|anterior|passado|passada
  salario|orcamento|verba|anuncio|anuncios|trafego|meta
  ferramenta|ferramentas|hospedagem|ingresso|renovacao
  de|no mercado
  cobrei|cobrava|cobrar|cobro|cobra|paguei|pagou|pagava
  vendi|vendeu|vendia|vendo|vende|vendem|vendido|vendida|vendidos por
  por|ao dia|semana|hora`)
/** Words which show that an amount is the price of a similar course by a competitor. */
const RIVALS = anyOf(`
  concorren*|parecid*|semelhante*|similar*
  la fora`)
/** Such words too, unless "por" stands before the amount: "ganhe R$ 50", but "ganhe tudo por R$ 50". */
const OTHER_VERBS = anyOf(`
  economi*
  fatur*
  ganh*
  lucr*
  vend*
  receb*
  gast*
  perde|perder|perdeu|perdia
  desconto|cashback|reembolso|media`)
/** "De R$ 1.997 por R$ 997" is the price, unless one of these is near. */
const NO_PAIR = anyOf(`
  bonus|brinde|brindes|outro|outros|outra|meta|salario|passou|saiu|saltou
  concorren*
  fatur*
  gast*`)
/** Amounts of the whole sentence are made up. */
const EXAMPLES = anyOf('exemplo\nimagine|suponha\nse ?voce vender|vende|cobrar|cobra')

const PRICE_NOUNS = new Set(['investimento', 'preco', 'custa', 'custam', 'mensalidade', 'valor'])
const FILLERS = new Set(
  'apenas so somente e de por hoje unico total a vista o do da no pix curso treinamento programa : lancamento especial'.split(
    ' ',
  ),
)
const BUYING = anyOf(`
  compre|garanta|inscreva|matricule|leve|adquira|assine
  entre|acesse ..4 por
  por apenas|so|somente $
  sai|fica|leva|tudo ..1 por`)
const TOTALS = anyOf('parcel*\ntotal\na prazo')
const ONLY = new Set(['apenas', 'so', 'somente'])
const FILLERS_MOST = 6
const NEAR_BEFORE = 5
const NEAR_AFTER = 3

/** The prices of a sentence; the names of products are left out first, because a name may have any words. */
export function pricesIn(full: Sentence, names: readonly (readonly string[])[]): Price[] {
  if (!full.tokens.some(isMoney)) return []
  const sentence = withoutNames(full, names)
  const instalments = instalmentsIn(sentence)
  const amounts = amountsIn(sentence).filter((it) => !isPartOf(it, instalments))
  if (amounts.length === 0 || EXAMPLES.has(sentence)) return []
  const isBuying = BUYING.has(sentence)
  const isTotal = TOTALS.has(sentence)
  return amounts.flatMap((amount, index): Price[] => {
    const pair = pairOf(sentence, amounts, index)
    if (pair && !NO_PAIR.has(near(sentence, pair.from)) && !NO_PAIR.has(near(sentence, amount)))
      return [{ ...amount, isAnchor: pair.from === amount, isTotal }]
    const isBy = isByPrice(sentence, amount)
    const beside = near(sentence, amount)
    if (OTHER_THINGS.has(beside) || isOfRival(sentence, amount) || (!isBy && OTHER_VERBS.has(beside)))
      return []
    return isPrice(sentence, amount) || (isBuying && isBy) ? [{ ...amount, isAnchor: false, isTotal }] : []
  })
}

const isMoney = ({ kind, plain }: Token) => kind === 'money' || plain === 'reais'

const isPartOf = ({ at }: Amount, instalments: readonly Instalment[]) =>
  instalments.some((it) => at >= it.at && at <= it.to)

function withoutNames(sentence: Sentence, names: readonly (readonly string[])[]): Sentence {
  const { tokens } = sentence
  const isNamed = new Set<Token>()
  for (const name of names) {
    for (let at = 0; at + name.length <= tokens.length; at += 1) {
      if (name.every((word, index) => tokens[at + index]?.plain === word))
        for (const token of tokens.slice(at, at + name.length)) isNamed.add(token)
    }
  }
  return isNamed.size === 0 ? sentence : { ...sentence, tokens: tokens.filter((it) => !isNamed.has(it)) }
}

/** Whether the amount or the instalments at this place are the price of a competitor's course. */
export const isOfRival = (sentence: Sentence, place: Place): boolean => RIVALS.has(near(sentence, place))

type Place = Pick<Amount, 'at' | 'to'>

/** The words near an amount, in its clause. */
function near(sentence: Sentence, { at, to }: Place): Sentence {
  const clause = sentence.tokens[at]?.clause
  const tokens = sentence.tokens
    .slice(Math.max(0, at - NEAR_BEFORE), to + 1 + NEAR_AFTER)
    .filter((it) => it.clause === clause)
  return { ...sentence, tokens }
}

/** The two amounts of "de R$ 1.997 por R$ 997", if this is one of them. */
function pairOf(sentence: Sentence, amounts: readonly Amount[], index: number): { from: Amount } | undefined {
  for (const from of [amounts[index], amounts[index - 1]]) {
    const by = from && amounts[amounts.indexOf(from) + 1]
    if (from && by && wordAt(sentence, from.at - 1) === 'de' && isBetween(sentence, from, by)) return { from }
  }
  return undefined
}

/** Whether "por" stands between two amounts. */
function isBetween({ tokens }: Sentence, one: Amount, other: Amount): boolean {
  const between = tokens.slice(one.to + 1, other.at)
  return between.length <= 4 && between.some(({ plain }) => plain === 'por')
}

function isByPrice(sentence: Sentence, { at }: Amount): boolean {
  const before = wordAt(sentence, at - 1)
  return before === 'por' || (ONLY.has(before) && wordAt(sentence, at - 2) === 'por')
}

function isPrice(sentence: Sentence, { at, to }: Amount): boolean {
  if (wordAt(sentence, to + 1) === 'a' && wordAt(sentence, to + 2) === 'vista') return true
  // "Apenas R$ 997" begins a sentence.
  if (at === 1 && ONLY.has(wordAt(sentence, 0))) return true
  for (let before = at - 1; before >= Math.max(0, at - FILLERS_MOST); before -= 1) {
    const word = wordAt(sentence, before)
    // "No valor de" stands before any amount, not only before a price.
    if (PRICE_NOUNS.has(word)) return word !== 'valor' || wordAt(sentence, before - 1) !== 'no'
    if (!FILLERS.has(word)) return false
  }
  return false
}
