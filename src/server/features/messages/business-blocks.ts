import type { BrandVoice } from '#shared/contract/brand-voice.ts'
import type { Brand } from '#shared/contract/brands.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Offer } from '#shared/contract/offers.ts'
import { LEVEL_NAMES, type OnboardingAnswers, STRATEGY_NAMES } from '#shared/contract/onboarding.ts'
import type { Product } from '#shared/contract/products.ts'
import { discountOf, formatMoney, instalmentsOf } from '#shared/money/money.ts'
import { describeVoice } from '#shared/voice/describe.ts'
import type { BusinessBlock } from '../../ai/prompt/business.ts'

type Stamped = 'createdAt' | 'updatedAt'
type Field = BusinessBlock['fields'][number]
type Block<Row> = (row: Row, isChosen: boolean) => BusinessBlock

/** The user's questionnaire; included in every context. */
export const onboardingBlock = (answers: OnboardingAnswers): BusinessBlock => {
  const { name, range } = LEVEL_NAMES[answers.marketingLevel]
  return {
    kind: 'onboarding',
    id: null,
    name: 'Perfil do negócio',
    isChosen: false,
    fields: [
      { label: 'Momento', value: `${name} (${range.charAt(0).toLowerCase()}${range.slice(1)})` },
      { label: 'Objetivo', value: answers.digitalMarketingGoal },
      { label: 'Estratégias', value: answers.strategies.map((it) => STRATEGY_NAMES[it]).join(', ') },
    ],
  }
}

/** Replaces no-break spaces with plain ones, which models write too. */
const money = (decimal: string) => formatMoney(decimal).replaceAll('\u00a0', ' ')
const percent = (decimal: string) => `${decimal.replace('.', ',')}%`

/** The price as typed, followed by its parsed value if that differs. */
const price = (typed: string, decimal: string) => {
  const plain = typed.replaceAll('\u00a0', ' ')
  return plain === money(decimal) ? plain : `${plain} (${money(decimal)})`
}

/** An empty text for what a draft lacks. */
const typedPrice = (typed: string, decimal: string | null) => (decimal === null ? '' : price(typed, decimal))

const lacksNothing = 'Ainda é um rascunho: os campos estão preenchidos, mas não foram conferidos.'

/** Tells the model which required fields of a draft are missing. */
function draftField(isDraft: boolean, required: readonly Field[]): Field[] {
  if (!isDraft) return []
  const missing = required.filter(({ value }) => value.trim() === '').map(({ label }) => label)
  const lacks = `Ficha incompleta. Falta: ${missing.join(', ')}. Não presuma o que falta: pergunte, se precisar.`
  return [{ label: 'Rascunho', value: missing.length > 0 ? lacks : lacksNothing }]
}

/** Values derived from a product's prices, so that the model need not compute them. */
function priceFields(product: Omit<Product, Stamped>): Field[] {
  const { anchorPriceDecimal, practicePriceDecimal } = product
  const discount =
    anchorPriceDecimal && practicePriceDecimal
      ? discountOf(anchorPriceDecimal, practicePriceDecimal)
      : undefined
  return [
    { label: 'Preço ancorado', value: typedPrice(product.anchorPrice, anchorPriceDecimal) },
    { label: 'Preço praticado', value: typedPrice(product.practicePrice, practicePriceDecimal) },
    {
      label: 'Desconto sobre o ancorado',
      value: discount ? `${money(discount.amount)} (${percent(discount.percent)})` : '',
    },
    ...instalmentFields(product),
  ]
}

function instalmentFields(product: Omit<Product, Stamped>): Field[] {
  const { practicePriceDecimal, maxInstallments, installmentValue, installmentValueDecimal } = product
  const fields = (terms: string, total = '', interest = '') => [
    { label: 'Parcelamento', value: terms },
    { label: 'Total parcelado', value: total },
    { label: 'Juros do parcelamento', value: interest },
  ]
  if (maxInstallments === 1) return fields('só à vista')
  const value = typedPrice(installmentValue, installmentValueDecimal)
  // A draft may have only one of the two.
  if (maxInstallments === null)
    return fields(value && `parcelas de ${value}; número de parcelas não informado`)
  if (installmentValueDecimal === null) {
    return fields(`até ${maxInstallments} x; valor da parcela não informado`)
  }
  const instalments = instalmentsOf(practicePriceDecimal ?? '0', maxInstallments, installmentValueDecimal)
  return fields(
    `até ${maxInstallments} x ${value}`,
    money(instalments.total),
    practicePriceDecimal === null ? '' : interestText(instalments),
  )
}

function interestText({
  interest,
  interestPercent,
  monthlyPercent,
}: ReturnType<typeof instalmentsOf>): string {
  if (Number(interest) === 0) return 'nenhum'
  if (Number(interest) < 0) return `nenhum: parcelado sai ${money(interest.replace('-', ''))} mais barato`
  const shares = [
    interestPercent && `${percent(interestPercent)} sobre o praticado`,
    monthlyPercent && `${percent(monthlyPercent)} ao mês`,
  ].filter(Boolean)
  return shares.length > 0 ? `${money(interest)} (${shares.join('; ')})` : money(interest)
}

const DERIVED = new Set(['Desconto sobre o ancorado', 'Total parcelado', 'Juros do parcelamento'])

export const productBlock: Block<Omit<Product, Stamped>> = (product, isChosen) => {
  const required = [
    { label: 'Tipo', value: product.type ?? '' },
    { label: 'Transformação', value: product.transformation },
    { label: 'Persona principal', value: product.mainPersona },
    ...priceFields(product),
    { label: 'Conteúdo', value: product.contentDetails },
  ]
  return {
    kind: 'product',
    id: product.id,
    name: product.name,
    isChosen,
    fields: [
      ...draftField(
        product.isDraft,
        required.filter(({ label }) => !DERIVED.has(label)),
      ),
      ...required,
      { label: 'Entregáveis adicionais', value: product.additionalDeliverables ?? '' },
    ],
  }
}

export const brandBlock: Block<Omit<Brand, Stamped>> = (brand, isChosen) => ({
  kind: 'brand',
  id: brand.id,
  name: brand.name,
  isChosen,
  fields: [
    { label: 'Descrição', value: brand.description ?? '' },
    { label: 'Público', value: brand.audience ?? '' },
    { label: 'Tom de voz', value: brand.toneOfVoice ?? '' },
    { label: 'Diferenciais', value: brand.differentiators ?? '' },
    { label: 'Site', value: brand.website ?? '' },
    { label: 'Instagram', value: brand.instagram ? `@${brand.instagram}` : '' },
  ],
})

type StoredVoice = Pick<
  BrandVoice,
  'features' | 'forbiddenWords' | 'favouriteWords' | 'moves' | 'goodExample' | 'badExample'
>

/** The voice of a brand, the most important first; without enough samples its forbidden words alone. Undefined when empty. */
export function voiceBlock(brand: Pick<Brand, 'id' | 'name'>, voice: StoredVoice): BusinessBlock | undefined {
  const { features } = voice
  const forbidden = { label: 'Palavras proibidas', value: voice.forbiddenWords.join('\n') }
  const learned = features && [
    { label: 'Jeitos de escrever', value: voice.moves.join('\n') },
    { label: 'Medido nas amostras', value: describeVoice(features).join('\n') },
    { label: 'Assim', value: voice.goodExample },
    { label: 'Assim não', value: voice.badExample },
    { label: 'Palavras favoritas', value: voice.favouriteWords.join('\n') },
  ]
  const fields = [forbidden, ...(learned ?? [])].filter(({ value }) => value !== '')
  // It comes with its brand and is not a choice of its own.
  return fields.length > 0
    ? { kind: 'voice', id: brand.id, name: brand.name, isChosen: false, fields }
    : undefined
}

type OfferWithNames = Omit<Offer, Stamped | 'brandIds' | 'productIds'> & {
  productNames: string[]
  brandNames: string[]
}

export const offerBlock: Block<OfferWithNames> = (offer, isChosen) => {
  const required = [
    { label: 'Big idea', value: offer.bigIdea },
    { label: 'Mecanismo', value: offer.mechanism },
    { label: 'Oferta', value: offer.offer },
    { label: 'Produtos', value: offer.productNames.join('; ') },
    { label: 'Marcas', value: offer.brandNames.join('; ') },
  ]
  const { id, name, isDraft } = offer
  return { kind: 'offer', id, name, isChosen, fields: [...draftField(isDraft, required), ...required] }
}

export const documentBlock: Block<Pick<Document, 'id' | 'title' | 'body'>> = (document, isChosen) => ({
  kind: 'document',
  id: document.id,
  name: document.title,
  isChosen,
  fields: [{ label: 'Texto', value: document.body }],
})

const keyOf = ({ kind, id }: BusinessBlock) => `${kind} ${id}`

/**
 * The context to store with a reply: everything that the model read but the texts of documents, which have
 * versions of their own. Blocks that an earlier writer of the same reply read are kept.
 */
export function contextFrom(business: BusinessBlock[], before: BusinessBlock[] = []): BusinessBlock[] {
  const now = business.map((block) => (block.kind === 'document' ? { ...block, fields: [] } : block))
  const known = new Set(now.map(keyOf))
  return [...now, ...before.filter((block) => !known.has(keyOf(block)))]
}
