import { expect, it } from 'vitest'
import { CostSum } from './usage-cost.ts'

const PRICE = { inputPrice: '2.5', cachedInputPrice: '0.25', outputPrice: '10' }
const costOf = (...all: Parameters<CostSum['add']>[]) => {
  const sum = new CostSum()
  for (const it of all) sum.add(...it)
  return sum.cost
}

it('the cost has own prices for cached input and output', () => {
  // 600 × 2.5 + 200 × 0.25 + 200 × 10, a millionth of it.
  expect(costOf([{ total: 1_000, cached: 200, output: 200 }, PRICE])).toEqual({
    usd: '0.003550',
    unpricedTokens: 0,
  })
})

it('the cost is exact where floating point is not', () => {
  const third = { inputPrice: '0.1', cachedInputPrice: '0', outputPrice: '0.2' }
  const once = [{ total: 20_000_000, cached: 0, output: 10_000_000 }, third] as Parameters<CostSum['add']>
  expect(costOf(once, once, once).usd).toBe('9.000000')
  expect(costOf([{ total: 9_007_199_254_740_991, cached: 0, output: 0 }, third]).usd).toBe('900719925.474099')
})

it('the cost is zero without tokens, and null without a price', () => {
  expect(costOf()).toEqual({ usd: '0.000000', unpricedTokens: 0 })
  expect(costOf([{ total: 0, cached: 0, output: 0 }, undefined])).toEqual({
    usd: '0.000000',
    unpricedTokens: 0,
  })
  expect(costOf([{ total: 70, cached: 5, output: 10 }, undefined])).toEqual({ usd: null, unpricedTokens: 70 })
  const free = { inputPrice: '0', cachedInputPrice: '0', outputPrice: '0' }
  expect(costOf([{ total: 70, cached: 5, output: 10 }, free])).toEqual({ usd: '0.000000', unpricedTokens: 0 })
})

it('the cost names the tokens without a price beside the sum', () => {
  const priced = { total: 1_000_000, cached: 0, output: 0 }
  expect(costOf([priced, PRICE], [{ total: 9, cached: 0, output: 0 }, undefined])).toEqual({
    usd: '2.500000',
    unpricedTokens: 9,
  })
})

it('the cost is never negative', () => {
  expect(costOf([{ total: 100, cached: 500, output: 0 }, PRICE]).usd).toBe('0.000125')
})
