import { expect, test } from 'vitest'
import {
  approvalChange,
  approvalOf,
  costChange,
  costText,
  countChange,
  missingPriceText,
  waitChange,
} from './period-comparison.ts'

const plain = (text: string | undefined) => text?.replace(/\s/g, ' ')

test.each([
  [112, 100, 'up', '12% a mais'],
  [50, 100, 'down', '50% a menos'],
  [0, 100, 'down', '100% a menos'],
  [100, 100, 'same', 'igual ao período anterior'],
  [0, 0, 'same', 'igual ao período anterior'],
  [3, 0, 'up', 'antes não houve'],
  [1_000, 999, 'up', 'menos de 1% a mais'],
  [2_500, 100, 'up', '25 vezes o de antes'],
])('%s after %s is %s, "%s"', (now, before, direction, text) => {
  expect(countChange(now, before)).toEqual({ direction, text })
})

test.each([
  [1_600, 1_200, 'up', '0,4 s mais lenta'],
  [800, 1_200, 'down', '0,4 s mais rápida'],
  [1_210, 1_200, 'same', 'igual ao período anterior'],
])('a wait of %s ms after one of %s', (now, before, direction, text) => {
  const change = waitChange(now, before)
  expect({ ...change, text: plain(change?.text) }).toEqual({ direction, text })
})

test('a wait that nobody had is compared with nothing', () => {
  expect(waitChange(null, 1_200)).toBeUndefined()
  expect(waitChange(1_200, null)).toBeUndefined()
  expect(waitChange(1_200, undefined)).toBeUndefined()
})

test('approval is a share of the thumbs, and moves in points', () => {
  expect(approvalOf({ up: 0, down: 0 })).toBeUndefined()
  expect(approvalOf({ up: 3, down: 1 })).toBe(0.75)
  expect(approvalChange({ up: 3, down: 1 }, { up: 1, down: 1 })?.text).toBe('25 pontos a mais')
  expect(approvalChange({ up: 49, down: 51 }, { up: 1, down: 1 })?.text).toBe('1 ponto a menos')
  expect(approvalChange({ up: 1, down: 0 }, { up: 0, down: 0 })).toBeUndefined()
})

test('a model without a price is said so, never taken for nothing', () => {
  expect(costText({ usd: null, unpricedTokens: 5_000 })).toBe('Sem preço')
  expect(plain(costText({ usd: null, unpricedTokens: 0 }))).toBe('US$ 0,00')
  expect(plain(costText({ usd: '1.250000', unpricedTokens: 5_000 }))).toBe('US$ 1,25')
  expect(plain(missingPriceText({ usd: '1.25', unpricedTokens: 5_000 }))).toBe('fora 5 mil tokens sem preço')
  expect(plain(missingPriceText({ usd: null, unpricedTokens: 5_000 }))).toBe(
    '5 mil tokens de modelos sem preço',
  )
  expect(missingPriceText({ usd: '1.25', unpricedTokens: 0 })).toBeUndefined()
})

test('costs are compared only where both are known whole', () => {
  const known = { usd: '2.00', unpricedTokens: 0 }
  expect(costChange(known, { usd: '1.00', unpricedTokens: 0 })?.text).toBe('100% a mais')
  expect(costChange(known, { usd: '1.00', unpricedTokens: 1 })).toBeUndefined()
  expect(costChange({ usd: null, unpricedTokens: 1 }, known)).toBeUndefined()
})
