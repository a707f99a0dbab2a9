import { describe, expect, it } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { joinReason, REASONS, splitReason } from './feedback-reasons.ts'

describe('the reason of a rating', () => {
  it.each([
    { chosen: [], text: '' },
    { chosen: ['Tom errado'], text: '' },
    { chosen: ['Tom errado', 'Longa demais'], text: 'duas\nlinhas' },
    { chosen: [], text: 'só palavras' },
  ])('is read back as it was given: %j', (reason) => {
    expect(splitReason(joinReason(reason), 'down')).toEqual(reason)
  })

  it('leaves room for free text beside all choices', () => {
    for (const all of Object.values(REASONS)) {
      expect(joinReason({ chosen: [...all], text: '' }).length).toBeLessThan(LIMITS.feedbackReasonLength / 2)
    }
  })
})
