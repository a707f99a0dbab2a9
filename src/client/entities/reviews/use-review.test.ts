import { expect, test } from 'vitest'
import type { ReviewFinding } from '#shared/contract/reviews.ts'
import { foundByCode } from './use-review.ts'

const findingAt = (start: number, ruleId = 'superlative'): ReviewFinding => ({
  ...{ ruleId, start, end: start + 8, severity: 'risk', quote: 'O melhor', detail: null },
})

test('a finding that is found again keeps its key, and so what is typed on its card', () => {
  const before = foundByCode({ findings: [findingAt(0), findingAt(40)] })
  const again = foundByCode({ findings: [findingAt(40), findingAt(40, 'urgency'), findingAt(90)] }, before)
  expect(again[0]?.key).toBe(before[1]?.key)
  expect(new Set([...before, ...again].map(({ key }) => key)).size).toBe(4)
  const byModel = before.map((it) => ({ ...it, isByModel: true }))
  expect(foundByCode({ findings: [findingAt(40)] }, byModel)[0]?.key).not.toBe(before[1]?.key)
})
