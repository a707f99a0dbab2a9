import { expect, test } from 'vitest'
import type { ModelPrice } from '#shared/contract/usage.ts'
import { isBlank, isChanged, mergePrices, type PriceRow, parseRow, priceOf, rowsOf } from './price-rows.ts'

const priced = (model: string, inputPrice: string): ModelPrice => ({
  provider: 'openai',
  model,
  inputPrice,
  cachedInputPrice: '0.5',
  outputPrice: '8',
  isOffered: true,
  contextTokens: null,
})
const typed = (price: ModelPrice, change: Partial<PriceRow> = {}): PriceRow => ({
  ...(rowsOf([price])[0] as PriceRow),
  ...change,
})
const said = (rows: readonly PriceRow[]) => rows.map(({ model, inputPrice }) => `${model} ${inputPrice}`)

test('a table on the screen is written with commas, and says to the server what was typed', () => {
  const [row] = rowsOf([priced('gpt', '2.5')])
  expect(row).toMatchObject({ inputPrice: '2,5', cachedInputPrice: '0,5', isNew: false })
  expect(row && priceOf(row)).toEqual({
    provider: 'openai',
    model: 'gpt',
    inputPrice: '2,5',
    cachedInputPrice: '0,5',
    outputPrice: '8',
    isOffered: true,
    contextTokens: null,
  })
})

test('a dot for a comma, a blank around and an empty new line are no change', () => {
  const prices = [priced('gpt', '2.5')]
  const blank = typed(priced('', ''), { isNew: true, cachedInputPrice: ' ', outputPrice: '' })
  expect(isBlank(blank)).toBe(true)
  expect(isChanged(prices, [typed(priced('gpt', ' 2.5 ')), blank])).toBe(false)
  expect(isChanged(prices, [typed(priced('gpt', '2.6'))])).toBe(true)
  expect(isChanged(prices, [])).toBe(true)
})

test('what only one of two people changed is in the table that both of them see', () => {
  const base = [priced('a', '1'), priced('b', '1'), priced('c', '1'), priced('d', '1')]
  const rows = mergePrices({
    base,
    // Here a became dearer, d went, e is new.
    mine: [
      typed(priced('a', '2')),
      typed(priced('b', '1')),
      typed(priced('c', '1')),
      typed(priced('e', '5'), { isNew: true }),
    ],
    // There b became dearer, c went, f is new.
    theirs: [priced('a', '1'), priced('b', '3'), priced('d', '1'), priced('f', '6')],
  })
  expect(said(rows)).toEqual(['a 2', 'b 3', 'e 5', 'f 6'])
  expect(rows.every(({ theirs }) => theirs === undefined)).toBe(true)
})

test('where both changed one line, what was typed stays and the other is said', () => {
  const rows = mergePrices({
    base: [priced('a', '1'), priced('b', '1'), priced('c', '1')],
    mine: [typed(priced('a', '2')), typed(priced('b', '2'))],
    theirs: [priced('a', '3'), priced('c', '4')],
  })
  expect(rows[0]).toMatchObject({ model: 'a', inputPrice: '2', theirs: priced('a', '3') })
  expect(rows[1]).toMatchObject({ model: 'b', inputPrice: '2', theirs: 'removed' })
  // Removed here, but at another price there: it comes back to be looked at.
  expect(rows[2]).toMatchObject({ model: 'c', inputPrice: '4' })
})

test('the same change by both is nobody’s conflict', () => {
  const rows = mergePrices({
    base: [priced('a', '1')],
    mine: [typed(priced('a', '2')), typed(priced('n', '7'), { isNew: true, key: 'new' })],
    theirs: [priced('a', '2'), priced('n', '7')],
  })
  expect(rows).toMatchObject([
    { model: 'a', inputPrice: '2' },
    { model: 'n', key: 'new', isNew: false },
  ])
  expect(rows.some(({ theirs }) => theirs)).toBe(false)
})

test('a kept line is read back, and nothing else is taken for one', () => {
  const row = typed(priced('gpt', '2.5'), { inputPrice: 'dois' })
  expect(parseRow(JSON.stringify(row))).toEqual(row)
  for (const text of ['', '{}', 'null', '[]', '{"provider":"openai"}', 'não é JSON']) {
    expect(parseRow(text)).toBeUndefined()
  }
})
