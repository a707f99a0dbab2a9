import { expect, test } from 'vitest'
import { NO_ANSWERS, stepOf, stepOfErrors } from './onboarding-values.ts'

test('a draft continues at the first unanswered step', () => {
  expect(stepOf(NO_ANSWERS)).toBe(0)
  expect(stepOf({ ...NO_ANSWERS, marketingLevel: 'iniciante' })).toBe(1)
  expect(stepOf({ marketingLevel: 'iniciante', digitalMarketingGoal: 'Vender', strategies: [] })).toBe(2)
  expect(
    stepOf({ marketingLevel: 'iniciante', digitalMarketingGoal: 'Vender', strategies: ['perpetuo'] }),
  ).toBe(2)
})

test('errors lead to the first step that has one', () => {
  expect(stepOfErrors({})).toBeUndefined()
  expect(stepOfErrors({ strategies: 'x' })).toBe(2)
  expect(stepOfErrors({ strategies: 'x', digitalMarketingGoal: 'y' })).toBe(1)
})
