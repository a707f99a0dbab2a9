import { expect, test } from 'vitest'
import { effectText, rulesOf, valuesOf } from './rules-values.ts'

// 22:30 of the 23rd in São Paulo.
const NOW = Date.parse('2026-11-24T01:30:00.000Z')

test('a day of the form is its midnight in São Paulo, and comes back as the same day', () => {
  const rules = rulesOf({ isRequired: true, from: '2026-12-01' })
  expect(rules).toEqual({ administratorsFrom: '2026-12-01T03:00:00.000Z' })
  expect(valuesOf(rules, NOW)).toEqual({ isRequired: true, from: '2026-12-01' })
  expect(rulesOf({ isRequired: false, from: '2026-12-01' })).toEqual({ administratorsFrom: null })
})

test('without a rule the form proposes a week from now', () => {
  expect(valuesOf({ administratorsFrom: null }, NOW)).toEqual({ isRequired: false, from: '2026-11-30' })
})

test('the effect is told before the save', () => {
  expect(effectText({ isRequired: true, from: '2026-11-24' }, NOW)).toMatch(
    /^A partir de 24 de novembro de 2026/,
  )
  expect(effectText({ isRequired: true, from: '2026-11-23' }, NOW)).toMatch(/^Vale na hora/)
  expect(effectText({ isRequired: false, from: '2026-11-24' }, NOW)).toMatch(/se quiser/)
})
