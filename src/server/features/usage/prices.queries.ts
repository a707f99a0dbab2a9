import { createHash } from 'node:crypto'
import Big from 'big.js'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { ChangeModelPrices, ModelPrice } from '#shared/contract/usage.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { modelPrices, pastModelPrices } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { PROVIDER_OF_DAY } from './usage-days.queries.ts'
import type { PriceOf } from './usage-sums.ts'

export type ModelPriceRow = ModelPrice & { id: string }

const decimal = (text: string) => new Big(text).toFixed()

type Amounts = Pick<ModelPrice, 'inputPrice' | 'cachedInputPrice' | 'outputPrice'>

const amounts = ({ inputPrice, cachedInputPrice, outputPrice }: Amounts): Amounts => ({
  inputPrice: decimal(inputPrice),
  cachedInputPrice: decimal(cachedInputPrice),
  outputPrice: decimal(outputPrice),
})
const facts = ({ isOffered, contextTokens, ...price }: Omit<ModelPrice, 'provider' | 'model'>) => ({
  ...amounts(price),
  isOffered,
  contextTokens,
})

const toPrice = ({ id, provider, model, ...row }: typeof modelPrices.$inferSelect): ModelPriceRow => ({
  id,
  provider,
  model,
  ...facts(row),
})

const versionOf = (prices: ModelPriceRow[]): string =>
  createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 16)

/** Model prices, and the version of the list. */
export async function readPrices(db: Db): Promise<{ version: string; prices: ModelPriceRow[] }> {
  const rows = await db.select().from(modelPrices).orderBy(asc(modelPrices.provider), asc(modelPrices.model))
  const prices = rows.map(toPrice)
  return { version: versionOf(prices), prices }
}

/** Models used lately with the operator's key that have no price. */
export async function listUnpriced(db: Db): Promise<Pick<ModelPrice, 'provider' | 'model'>[]> {
  const { rows } = await db.execute<Pick<ModelPrice, 'provider' | 'model'>>(sql`
    select distinct ${PROVIDER_OF_DAY} as provider, model from usage_days
    where day > ${dayOf()} - 90 and not is_own_key and n_tokens > 0 and model <> '' and ${PROVIDER_OF_DAY} in ('openai', 'google')
    union
    select provider, model from call_days
    where day > ${dayOf()} - 90 and not is_own_key and n_tokens > 0 and model <> '' and provider in ('openai', 'google')
    except select provider, model from model_prices order by 1, 2`)
  return rows
}

const keyOf = ({ provider, model }: { provider: string; model: string }) => `${provider} ${model}`

/** Finds the price of a model on a day: a past one until its last day, then the current one. */
export async function readPriceOf(db: Db): Promise<PriceOf> {
  const { prices } = await readPrices(db)
  const current = new Map(prices.map((price) => [keyOf(price), price]))
  const earlier = await db.select().from(pastModelPrices).orderBy(desc(pastModelPrices.until))
  const past = Map.groupBy(earlier, keyOf)
  return ({ day, ...used }) =>
    // Newest first: the last one that ended after the day is the one that it had.
    past.get(keyOf(used))?.findLast(({ until }) => until > day) ?? current.get(keyOf(used))
}

/**
 * Keeps a price for the days before today. One that was set today has none, so that a mistake can be corrected the
 * same day.
 */
async function keepPrice(tx: Db, { id }: ModelPriceRow): Promise<void> {
  await tx.execute(sql`
    insert into past_model_prices (provider, model, until, input_price, cached_input_price, output_price)
    select provider, model, ${dayOf()}, input_price, cached_input_price, output_price
    from model_prices where id = ${id} and priced_on < ${dayOf()}
    on conflict do nothing`)
}

/**
 * Replaces the list that was read, and audits each changed price.
 * @throws {AppError} CONFLICT if the list changed meanwhile.
 */
export async function changePrices(
  db: Db,
  { origin, version, prices }: ChangeModelPrices & { origin: AuditOrigin },
): Promise<void> {
  await db.transaction(async (tx) => {
    // This lock mode blocks other changes, but not readers.
    await tx.execute(sql`lock table ${modelPrices} in share row exclusive mode`)
    const stored = await readPrices(tx)
    if (stored.version !== version) {
      const actorId = origin.actor.id
      throw await changedMeanwhile(tx, { type: 'model-price', version: stored.version, actorId })
    }
    const before = new Map(stored.prices.map((price) => [keyOf(price), price]))
    for (const price of prices) {
      await storePrice(tx, { origin, price, former: before.get(keyOf(price)) })
      before.delete(keyOf(price))
    }
    for (const gone of before.values()) {
      await keepPrice(tx, gone)
      await tx.delete(modelPrices).where(eq(modelPrices.id, gone.id))
      await note(tx, origin, gone, { before: facts(gone) })
    }
  })
}

type Stored = { origin: AuditOrigin; price: ModelPrice; former: ModelPriceRow | undefined }

async function storePrice(tx: Db, { origin, price, former }: Stored): Promise<void> {
  const { provider, model } = price
  const after = facts(price)
  if (!former) {
    const [row] = await tx
      .insert(modelPrices)
      .values({ provider, model, ...after })
      .returning({ id: modelPrices.id })
    await note(tx, origin, { ...price, id: row?.id ?? '' }, { after })
    return
  }
  const changed = changedFields(facts(former), after)
  if (Object.keys(changed.after).length === 0) return
  const isRepriced = Object.keys(changed.after).some((name) => name in amounts(after))
  if (isRepriced) await keepPrice(tx, former)
  const pricedOn = isRepriced && { pricedOn: dayOf() }
  await tx
    .update(modelPrices)
    .set({ ...after, ...pricedOn })
    .where(eq(modelPrices.id, former.id))
  await note(tx, origin, former, changed)
}

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> }

const note = (
  tx: Db,
  origin: AuditOrigin,
  { id, model }: Pick<ModelPriceRow, 'id' | 'model'>,
  change: Change,
) =>
  writeAudit(tx, {
    origin,
    action: 'model-price.update',
    entity: { type: 'model-price', id, name: model },
    ...change,
  })
