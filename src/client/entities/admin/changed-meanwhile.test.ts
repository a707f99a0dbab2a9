import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { changedMeanwhile, changedText } from './changed-meanwhile.ts'

const AT = '2026-11-24T12:00:00.000Z'
const NOW = Date.parse('2026-11-24T12:03:00.000Z')
const conflict = { code: 'CONFLICT', status: 409, message: '' } as const

test('a conflict of versions names who came first, and when', () => {
  const details = { version: '2', changedBy: 'Ana Souza', changedAt: AT }
  expect(changedMeanwhile(new ApiError(conflict, { details }))).toEqual({ by: 'Ana Souza', at: AT })
  expect(changedMeanwhile(new ApiError(conflict))).toBeUndefined()
  expect(
    changedMeanwhile(new ApiError({ ...conflict, code: 'VALIDATION_ERROR' }, { details })),
  ).toBeUndefined()
})

test.each([
  [{ by: 'Ana Souza', at: AT }, 'Ana Souza mudou este plano há 3 minutos'],
  [{ by: 'Você', at: AT }, 'Você mudou este plano em outra tela, há 3 minutos'],
  [{ by: undefined, at: undefined }, 'Outra pessoa mudou este plano'],
])('%j: %s', (change, text) => {
  expect(changedText(change, 'este plano', NOW)).toBe(text)
})
