import type { ModelPrice } from '#shared/contract/usage.ts'

export type PriceRow = ModelPrice & {
  key: string
  isNew: boolean
  theirs?: ModelPrice | 'removed'
}

export const PRICES = ['inputPrice', 'cachedInputPrice', 'outputPrice'] as const
export type PriceField = (typeof PRICES)[number]

export const modelKey = ({ provider, model }: Pick<ModelPrice, 'provider' | 'model'>): string =>
  `${provider} ${model.trim()}`

const withComma = (price: string) => price.replace('.', ',')

export const rowsOf = (prices: readonly ModelPrice[]): PriceRow[] =>
  prices.map(({ provider, model, ...price }) => ({
    key: modelKey({ provider, model }),
    isNew: false,
    provider,
    model,
    inputPrice: withComma(price.inputPrice),
    cachedInputPrice: withComma(price.cachedInputPrice),
    outputPrice: withComma(price.outputPrice),
  }))

export const priceOf = ({
  provider,
  model,
  inputPrice,
  cachedInputPrice,
  outputPrice,
}: PriceRow): ModelPrice => ({ provider, model, inputPrice, cachedInputPrice, outputPrice })

export const isBlank = (row: PriceRow): boolean =>
  row.isNew && [row.model, ...PRICES.map((field) => row[field])].every((text) => text.trim() === '')

const isSamePrice = (one: ModelPrice, other: ModelPrice): boolean =>
  modelKey(one) === modelKey(other) &&
  PRICES.every((field) => withComma(one[field].trim()) === withComma(other[field].trim()))

export function isChanged(prices: readonly ModelPrice[], rows: readonly PriceRow[]): boolean {
  const filled = rows.filter((row) => !isBlank(row))
  if (filled.length !== prices.length) return true
  return filled.some((row) => !prices.some((price) => isSamePrice(price, row)))
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
    const isMine = !was || !isSamePrice(was, row)
    if (!is) {
      if (!isMine) return []
      return [was ? { ...row, isNew: true, theirs: 'removed' } : row]
    }
    if (!isMine || isSamePrice(is, row)) return rowsOf([is]).map((it) => ({ ...it, key: row.key }))
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

/** A row of a stored draft; undefined if invalid. */
export function parseRow(text: string): PriceRow | undefined {
  try {
    const { key, isNew, provider, model, inputPrice, cachedInputPrice, outputPrice } = JSON.parse(
      text,
    ) as Partial<Record<keyof PriceRow, unknown>>
    const isProvider = provider === 'openai' || provider === 'google'
    if (!isProvider || ![key, model, inputPrice, cachedInputPrice, outputPrice].every(isText))
      return undefined
    return {
      key: String(key),
      isNew: isNew === true,
      provider,
      model: String(model),
      inputPrice: String(inputPrice),
      cachedInputPrice: String(cachedInputPrice),
      outputPrice: String(outputPrice),
    }
  } catch {
    return undefined
  }
}
