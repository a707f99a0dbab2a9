import { expect, test } from 'vitest'
import { ChangeModelPrices } from '#shared/contract/usage.ts'
import { type PriceRow, rowsOf } from './price-rows.ts'
import { publishedChanges } from './published-changes.ts'
import { PUBLISHED_PRICES } from './published-prices.ts'

const listed = PUBLISHED_PRICES.prices.map(({ until: _until, ...price }) => ({ ...price, isOffered: true }))

test('the shipped table has a date and valid prices, each model once', () => {
  expect(PUBLISHED_PRICES.date).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(ChangeModelPrices.safeParse({ version: 'x', prices: listed }).success).toBe(true)
})

test('a table with the published prices has nothing to fill, however they are written', () => {
  const rows = rowsOf(listed).map((row) => ({ ...row, inputPrice: ` ${row.inputPrice.replace(',', '.')}` }))
  expect(publishedChanges(rows, [])).toEqual([])
})

test('a changed price says the old and the new one; listed and used models come first', () => {
  const [row] = rowsOf(listed.filter(({ model }) => model === 'gpt-6.1-terra')) as [PriceRow]
  const used = [{ provider: 'google' as const, model: 'gemini-3.8-flash' }]
  const changes = publishedChanges([{ ...row, outputPrice: '4' }], used)
  expect(changes.slice(0, 3).map(({ model, before, isUsed }) => [model, before, isUsed])).toEqual([
    ['gpt-6.1-terra', '1 / 0,05 / 4', true],
    ['gemini-3.8-flash', undefined, true],
    ['gpt-6.1-sol', undefined, false],
  ])
  expect(changes[0]).toMatchObject({ after: '1 / 0,05 / 5', prices: { contextTokens: '1050000' } })
  expect(changes[1]?.until).toBe('2026-12-31')
})
