import type { ModelPrice } from '#shared/contract/usage.ts'

export const PROVIDERS: Record<ModelPrice['provider'], string> = { openai: 'OpenAI', google: 'Google' }

/** A row of the form; the context is text, empty when not known. */
export type PriceRow = Omit<ModelPrice, 'contextTokens'> & {
  contextTokens: string
  key: string
  isNew: boolean
  theirs?: ModelPrice | 'removed'
}

export const PRICES = ['inputPrice', 'cachedInputPrice', 'outputPrice'] as const
export type PriceField = (typeof PRICES)[number]

export const modelKey = ({ provider, model }: Pick<ModelPrice, 'provider' | 'model'>): string =>
  `${provider} ${model.trim()}`

export const withComma = (price: string) => price.replace('.', ',')

export const rowsOf = (prices: readonly ModelPrice[]): PriceRow[] =>
  prices.map(({ provider, model, ...price }) => ({
    key: modelKey({ provider, model }),
    isNew: false,
    provider,
    model,
    inputPrice: withComma(price.inputPrice),
    cachedInputPrice: withComma(price.cachedInputPrice),
    outputPrice: withComma(price.outputPrice),
    isOffered: price.isOffered,
    contextTokens: price.contextTokens?.toLocaleString('pt-BR') ?? '',
  }))

export const priceOf = ({
  provider,
  model,
  inputPrice,
  cachedInputPrice,
  outputPrice,
  isOffered,
  contextTokens,
}: PriceRow): ModelPrice => ({
  ...{ provider, model, inputPrice, cachedInputPrice, outputPrice, isOffered },
  contextTokens: countOf(contextTokens),
})

/** NaN, which the contract refuses, for anything but a number. */
function countOf(text: string): number | null {
  const digits = text.replaceAll(/[.\s]/g, '')
  if (digits === '') return null
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}

export const isBlank = (row: PriceRow): boolean =>
  row.isNew && [row.model, ...PRICES.map((field) => row[field])].every((text) => text.trim() === '')

const isSamePrice = (one: ModelPrice, other: ModelPrice): boolean =>
  modelKey(one) === modelKey(other) &&
  one.isOffered === other.isOffered &&
  one.contextTokens === other.contextTokens &&
  PRICES.every((field) => withComma(one[field].trim()) === withComma(other[field].trim()))

export function isChanged(prices: readonly ModelPrice[], rows: readonly PriceRow[]): boolean {
  const filled = rows.filter((row) => !isBlank(row))
  if (filled.length !== prices.length) return true
  return filled.some((row) => !prices.some((price) => isSamePrice(price, priceOf(row))))
}

type Tables = {
  base: readonly ModelPrice[]
  mine: readonly PriceRow[]
  theirs: readonly ModelPrice[]
}

/**
 * Merges two edits of one table. A row that one side changed is that side's; where both did, the typed row stays and
 * carries the other in `theirs`.
 */
export function mergePrices({ base, mine, theirs }: Tables): PriceRow[] {
  const before = new Map(base.map((price) => [modelKey(price), price]))
  const stored = new Map(theirs.map((price) => [modelKey(price), price]))
  const kept = mine.flatMap((row): PriceRow[] => {
    const [was, is] = [before.get(modelKey(row)), stored.get(modelKey(row))]
    const isMine = !was || !isSamePrice(was, priceOf(row))
    if (!is) {
      if (!isMine) return []
      return [was ? { ...row, isNew: true, theirs: 'removed' } : row]
    }
    if (!isMine || isSamePrice(is, priceOf(row))) return rowsOf([is]).map((it) => ({ ...it, key: row.key }))
    const isTheirs = !was || !isSamePrice(was, is)
    return [{ ...row, isNew: false, ...(isTheirs && { theirs: is }) }]
  })
  const shown = new Set(mine.map(modelKey))
  const added = theirs.filter((price) => {
    if (shown.has(modelKey(price))) return false
    const was = before.get(modelKey(price))
    // Removed here; comes back only if its prices changed there.
    return !was || !isSamePrice(was, price)
  })
  return [...kept, ...rowsOf(added)]
}

const isText = (value: unknown): value is string => typeof value === 'string'

const TEXTS = ['key', 'model', ...PRICES, 'contextTokens'] as const

/** A row of a stored draft; undefined if invalid. */
export function parseRow(text: string): PriceRow | undefined {
  try {
    const row = JSON.parse(text) as PriceRow
    const isProvider = row.provider === 'openai' || row.provider === 'google'
    if (!isProvider || !TEXTS.every((field) => isText(row[field]))) return undefined
    const { key, provider, model, inputPrice, cachedInputPrice, outputPrice, contextTokens } = row
    return {
      ...{ key, provider, model, inputPrice, cachedInputPrice, outputPrice, contextTokens },
      isNew: row.isNew === true,
      isOffered: row.isOffered !== false,
    }
  } catch {
    return undefined
  }
}
