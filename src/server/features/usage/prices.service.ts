import type { ModelPrice, ModelPrices } from '#shared/contract/usage.ts'
import type { Db } from '../../db/connect.ts'
import { listUnpriced, readPrices } from './prices.queries.ts'

type Model = Pick<ModelPrice, 'provider' | 'model'>

/** The price table, with the used and configured (`setUp`) models that lack a price. */
export async function readModelPrices(db: Db, setUp: Model[]): Promise<ModelPrices> {
  const { version, prices } = await readPrices(db)
  const keyOf = ({ provider, model }: Model) => `${provider} ${model}`
  const priced = new Set(prices.map(keyOf))
  const unpriced = new Map([...(await listUnpriced(db)), ...setUp].map((model) => [keyOf(model), model]))
  return {
    version,
    prices: prices.map(({ id: _id, ...price }) => price),
    unpriced: [...unpriced.values()].filter((model) => !priced.has(keyOf(model))),
  }
}
