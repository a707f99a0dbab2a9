import type { ModelPrice } from '#shared/contract/usage.ts'
import { modelKey, PRICES, type PriceRow, withComma } from './price-rows.ts'
import { PUBLISHED_PRICES } from './published-prices.ts'

export type PublishedChange = {
  key: string
  provider: ModelPrice['provider']
  model: string
  /** What the row gets. */
  prices: Pick<PriceRow, (typeof PRICES)[number] | 'contextTokens'>
  /** The prices of the row now; undefined for a model that is not in the table. */
  before: string | undefined
  after: string
  /** The last day of a price for a time. */
  until: string | undefined
  isUsed: boolean
}

const textOf = (prices: Pick<PriceRow, (typeof PRICES)[number]>) =>
  PRICES.map((field) => prices[field].trim() || '…').join(' / ')

/** The models whose published prices differ from the rows, used and listed ones first. */
export function publishedChanges(
  rows: readonly PriceRow[],
  used: readonly Pick<ModelPrice, 'provider' | 'model'>[],
): PublishedChange[] {
  const listed = new Map(rows.map((row) => [modelKey(row), row]))
  const inUse = new Set(used.map(modelKey))
  const changes = PUBLISHED_PRICES.prices.flatMap((published): PublishedChange[] => {
    const { provider, model, until, contextTokens } = published
    const key = modelKey(published)
    const row = listed.get(key)
    const prices = {
      inputPrice: withComma(published.inputPrice),
      cachedInputPrice: withComma(published.cachedInputPrice),
      outputPrice: withComma(published.outputPrice),
      contextTokens: String(contextTokens),
    }
    const isSame = row && textOf({ ...row, ...normalized(row) }) === textOf(prices)
    if (isSame) return []
    const before = row && textOf(row)
    const isUsed = row !== undefined || inUse.has(key)
    return [{ key, provider, model, prices, before, after: textOf(prices), until, isUsed }]
  })
  return changes.sort((a, b) => Number(b.isUsed) - Number(a.isUsed))
}

const normalized = (row: PriceRow) =>
  Object.fromEntries(PRICES.map((field) => [field, withComma(row[field].trim())]))
