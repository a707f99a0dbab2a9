import type { AssetDraft } from '#shared/contract/asset-drafts.ts'
import { BrandForm } from '#shared/contract/brands.ts'
import { OfferForm } from '#shared/contract/offers.ts'
import { ProductForm, ProductType } from '#shared/contract/products.ts'
import { LIMITS } from '#shared/limits.ts'
import { parseMoney } from '#shared/money/money.ts'
import { truncateText } from '../prompt/token-estimate.ts'

export type DraftKind = AssetDraft['kind']

const { memoryFieldLength, nameLength, websiteLength } = LIMITS

/** Cleans the text given for one field. */
type Reader = (text: string) => string

const lines: Reader = (text) => truncateText(text, memoryFieldLength).trim()
const line: Reader = (text) => text.replace(/[\p{Cc}\s]+/gu, ' ')
const name: Reader = (text) => truncateText(line(text).trim(), nameLength).trim()
const address: Reader = (text) => truncateText(line(text).trim(), websiteLength)

const AMOUNT = /r\$\s*\d[\d.]*(?:,\d+)?/gi

/** The only amount in a text; empty when there are several, because the right one is unknown. */
const price: Reader = (text) => {
  const trimmed = line(text).trim()
  if (parseMoney(trimmed) !== undefined) return trimmed
  const [amount, another] = trimmed.match(AMOUNT) ?? []
  return amount && !another && parseMoney(amount) !== undefined ? amount : ''
}

const COUNT_LENGTH = 60
/** `12`, or the 12 of `12x de R$ 99,70`. */
const count: Reader = (text) => {
  const start = line(text).trim().slice(0, COUNT_LENGTH)
  return /^(?:até |em )?(\d{1,3})(?: ?(?:x|vezes|parcelas)\b|$)/i.exec(start)?.[1] ?? ''
}

/** For comparison: without accents and letter case. */
export const normalizeLabel = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
const type: Reader = (text) =>
  ProductType.options.find((one) => normalizeLabel(one) === normalizeLabel(line(text))) ?? ''

type Readers<K extends DraftKind> = Record<keyof Extract<AssetDraft, { kind: K }>['values'], Reader>

/** The fields of each form, in display order. */
const READERS: { [K in DraftKind]: Readers<K> } = {
  product: {
    name,
    type,
    transformation: lines,
    mainPersona: lines,
    anchorPrice: price,
    practicePrice: price,
    maxInstallments: count,
    installmentValue: price,
    contentDetails: lines,
    additionalDeliverables: lines,
  },
  brand: {
    name,
    description: lines,
    audience: lines,
    toneOfVoice: lines,
    differentiators: lines,
    website: address,
    instagram: address,
  },
  offer: { name, bigIdea: lines, mechanism: lines, offer: lines },
}

const SHAPES = { product: ProductForm.shape, brand: BrandForm.shape, offer: OfferForm.shape }

/** Field names of a form, in display order. */
export const fieldsOf = (kind: DraftKind): string[] => Object.keys(READERS[kind])

/** Converts values of any kind to values that the form accepts; empty for those that it would refuse. */
export function cleanDraft(kind: DraftKind, given: Record<string, unknown>): AssetDraft {
  const shape: Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }> =
    SHAPES[kind]
  const values = Object.entries(READERS[kind]).map(([field, read]: [string, Reader]) => {
    const text = read(Object.hasOwn(given, field) ? textOf(given[field]) : '')
    const value = field === 'maxInstallments' ? Number(text) : text
    const checked = shape[field]?.safeParse(value)
    return [field, checked?.success ? String(checked.data) : '']
  })
  return { kind, values: Object.fromEntries(values) } as AssetDraft
}

/** A list becomes lines; an object becomes empty text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '')
  // A JSON number has no thousands separator.
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (!Array.isArray(value)) return ''
  return value
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => textOf(item))
    .join('\n')
}
