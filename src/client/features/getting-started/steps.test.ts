import { expect, test } from 'vitest'
import { countDone, nextStepOf, type StepName } from './steps.ts'

const done = (...names: StepName[]) => ({
  onboarding: names.includes('onboarding'),
  product: names.includes('product'),
  chat: names.includes('chat'),
  keeping: names.includes('keeping'),
})

test.each<[StepName[], StepName[], StepName | undefined]>([
  [[], [], 'onboarding'],
  [['onboarding'], [], 'product'],
  [['product'], [], 'onboarding'],
  [[], ['onboarding'], 'product'],
  [['product'], ['onboarding'], 'chat'],
  [['onboarding', 'product', 'chat'], [], 'keeping'],
  // Nothing but what was declined is left: that, then.
  [['product', 'chat', 'keeping'], ['onboarding'], 'onboarding'],
  [[], ['onboarding', 'product', 'chat', 'keeping'], 'onboarding'],
  [['onboarding', 'product', 'chat', 'keeping'], [], undefined],
])('done %j, declined %j: next is %s', (names, declined, next) => {
  expect(nextStepOf({ steps: done(...names), declined: new Set(declined) })).toBe(next)
  expect(countDone(done(...names))).toBe(names.length)
})
