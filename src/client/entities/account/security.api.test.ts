import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { atItsField, isChallengeOver } from './security.api.ts'

const refusal = (code: string) => new ApiError({ code, status: 401, message: 'Este código não serve.' })

test.each([
  ['INVALID_CODE', 'code'],
  ['INVALID_BACKUP_CODE', 'recoveryCode'],
])('%s is told at its field', async (code, field) => {
  const told = atItsField(Promise.reject(refusal(code)))
  await expect(told).rejects.toMatchObject({
    code,
    details: { [field]: expect.stringContaining('não serve') },
  })
})

test('any other failure stays as it is', async () => {
  const other = refusal('BANNED_USER')
  await expect(atItsField(Promise.reject(other))).rejects.toBe(other)
})

test('a challenge that is over is told from a wrong code', () => {
  expect(isChallengeOver(refusal('INVALID_TWO_FACTOR_COOKIE'))).toBe(true)
  expect(isChallengeOver(refusal('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'))).toBe(true)
  expect(isChallengeOver(refusal('INVALID_CODE'))).toBe(false)
})
