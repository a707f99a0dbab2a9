import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { exchangeRateQuery } from '#client/entities/admin/exchange-rate.tsx'
import { request } from '#client/lib/http/http-client.ts'
import type { ChangeExchangeRate, ExchangeRate } from '#shared/contract/exchange-rate.ts'
import type { ChangeModelPrices, ModelPrices, ModelTest, TestModel } from '#shared/contract/usage.ts'

/** The dashboard's queries begin with it too. */
const root = ['usage'] as const

export const modelQueries = {
  prices: () =>
    queryOptions({
      queryKey: [...root, 'prices'],
      queryFn: ({ signal }) => request<ModelPrices>('GET', '/usage/admin/prices', { signal }),
      staleTime: 0,
    }),
}

const forgetFigures = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: [...root, 'dashboard'] })

/** Replaces the whole table. @throws {ApiError} CONFLICT when `version` is not the newest. */
export async function savePrices(client: QueryClient, body: ChangeModelPrices): Promise<ModelPrices> {
  const saved = await request<ModelPrices>('PUT', '/usage/admin/prices', { body })
  client.setQueryData(modelQueries.prices().queryKey, saved)
  forgetFigures(client)
  void client.invalidateQueries({ queryKey: ['admin-agents', 'models'] })
  return saved
}

/** One short call of a model, which costs a little. */
export const testModel = (body: TestModel): Promise<ModelTest> =>
  request<ModelTest>('POST', '/usage/admin/models/test', { body })

/** Replaces the rate. @throws {ApiError} CONFLICT when `version` is not the newest; the newest is read then. */
export async function saveExchangeRate(client: QueryClient, body: ChangeExchangeRate): Promise<void> {
  const { queryKey } = exchangeRateQuery()
  try {
    client.setQueryData(queryKey, await request<ExchangeRate>('PUT', '/usage/admin/exchange-rate', { body }))
    forgetFigures(client)
  } catch (error) {
    await client.invalidateQueries({ queryKey })
    throw error
  }
}
