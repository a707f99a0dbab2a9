import { expect, test } from 'vitest'
import { ChangeSpendLimits, SpendLimitsForm } from '#shared/contract/spend-limits.ts'
import { bodyOf, valuesOf } from './spend-limit-values.ts'

const READ = { version: 3, today: { calls: 1, usd: '0' }, level: null }
const NONE = { dailyCalls: null, dailyUsd: null }

test('the limits are shown as a Brazilian writes them, and read back the same', () => {
  const limits = { dailyCalls: 12_000, dailyUsd: '25.50' }
  const values = valuesOf({ ...READ, ...limits })
  expect(values).toEqual({ dailyCalls: '12.000', dailyUsd: '25,50' })
  const body = { version: 3, ...bodyOf(SpendLimitsForm.parse(values)) }
  expect(ChangeSpendLimits.parse(body)).toEqual({ version: 3, ...limits })
  expect(valuesOf({ ...READ, ...NONE, dailyUsd: '30.00' }).dailyUsd).toBe('30')
})

test('an empty field is no limit', () => {
  const values = { dailyCalls: ' ', dailyUsd: '' }
  expect(bodyOf(SpendLimitsForm.parse(values))).toEqual(NONE)
  expect(valuesOf({ ...READ, ...NONE })).toEqual({ dailyCalls: '', dailyUsd: '' })
})

test.each(['0', '-1', '1,5', 'dez', '10000001'])('%j is no number of calls', (dailyCalls) => {
  expect(SpendLimitsForm.safeParse({ dailyCalls, dailyUsd: '' }).success).toBe(false)
})
