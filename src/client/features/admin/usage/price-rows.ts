import type { ModelPrice } from '#shared/contract/usage.ts'

/** A line of the table as it stands on the screen: prices as they were typed. */
export type PriceRow = ModelPrice & {
  /** The same as long as the page is open. */
  key: string
  /** Not in the table that was read: its model can still be named. */
  isNew: boolean
  /** What somebody else saved meanwhile, where this line says something else. */
  theirs?: ModelPrice | 'removed'
}

export const PRICES = ['inputPrice', 'cachedInputPrice', 'outputPrice'] as const
export type PriceField = (typeof PRICES)[number]

export const modelKey = ({ provider, model }: Pick<ModelPrice, 'provider' | 'model'>): string =>
  `${provider} ${model.trim()}`

const withComma = (price: string) => price.replace('.', ',')

/** The lines of a stored table. */
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

/** What a line says to the server. */
export const priceOf = ({
  provider,
  model,
  inputPrice,
  cachedInputPrice,
  outputPrice,
}: PriceRow): ModelPrice => ({ provider, model, inputPrice, cachedInputPrice, outputPrice })

/** Nothing was typed into a new line. */
export const isBlank = (row: PriceRow): boolean =>
  row.isNew && [row.model, ...PRICES.map((field) => row[field])].every((text) => text.trim() === '')

const isSamePrice = (one: ModelPrice, other: ModelPrice): boolean =>
  modelKey(one) === modelKey(other) &&
  PRICES.every((field) => withComma(one[field].trim()) === withComma(other[field].trim()))

/** Whether saving `rows` would change a table that says `prices`. */
export function isChanged(prices: readonly ModelPrice[], rows: readonly PriceRow[]): boolean {
  const filled = rows.filter((row) => !isBlank(row))
  if (filled.length !== prices.length) return true
  return filled.some((row) => !prices.some((price) => isSamePrice(price, row)))
}

type Tables = {
  /** As it was read when the lines were typed. */
  base: readonly ModelPrice[]
  mine: readonly PriceRow[]
  /** As somebody else saved it since. */
  theirs: readonly ModelPrice[]
}

/**
 * Both changes in one table. A line that only one of them touched is as they left it; where both did, what was typed
 * here stays and says what the other is. Nothing of either is lost unsaid.
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
    // Removed here; unless it was given other prices there, which nobody here has seen.
    return !was || !isSamePrice(was, price)
  })
  return [...kept, ...rowsOf(added)]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A line that was kept in this browser; undefined where the text holds none. */
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
