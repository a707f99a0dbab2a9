import { PASSKEY_ERROR_CODES } from '@better-auth/passkey'
import { BASE_ERROR_CODES } from 'better-auth'
import { TWO_FACTOR_ERROR_CODES } from 'better-auth/plugins/two-factor'
import { expect, test } from 'vitest'
import { AUTH_TEXTS } from '#shared/auth-texts.ts'
import { refusalText } from './library-texts.ts'

const library = { ...BASE_ERROR_CODES, ...TWO_FACTOR_ERROR_CODES, ...PASSKEY_ERROR_CODES }
const english = new Set(Object.values(library).map(({ message }) => message))

test('codes of better-auth are spelled as the library spells them', () => {
  const own = [
    ...['NO_FIELDS_TO_UPDATE', 'PASSWORD_COMPROMISED', 'SETUP_TOKEN_INVALID'],
    ...['PASSKEY_UNVERIFIED', 'TOO_MANY_PASSKEYS'],
  ]
  expect(
    Object.keys(AUTH_TEXTS)
      .filter((code) => !(code in library))
      .toSorted(),
  ).toEqual(own.toSorted())
})

test.each([
  ['its code', { status: 401, code: 'INVALID_PASSWORD', message: 'Invalid password' }, 'Senha incorreta.'],
  [
    'its status',
    { status: 401, code: 'UNAUTHORIZED', message: 'Unauthorized' },
    'Sua sessão expirou. Entre de novo para continuar.',
  ],
  [
    'one text for every other refusal',
    { status: 400, code: 'OTP_NOT_ENABLED', message: 'OTP not enabled' },
    'Confira os dados e tente de novo.',
  ],
  [
    'one text for its validation',
    { status: 400, code: 'VALIDATION_ERROR', message: '[query.token] Invalid input' },
    'Confira os dados e tente de novo.',
  ],
])('an English message is told by %s', (_by, refusal, text) => {
  expect(refusalText(refusal, english)).toBe(text)
})

test('our own texts stay', () => {
  const message = 'Esta conta está suspensa até 3 de dezembro de 2026.'
  expect(refusalText({ status: 403, code: 'BANNED_USER', message }, english)).toBe(message)
  const fixed = 'unauthorized to access resource'
  expect(refusalText({ status: 401, code: 'UNAUTHORIZED', message: fixed }, english)).toBe(fixed)
  const taken = 'Este e-mail já tem uma conta.'
  expect(refusalText({ status: 422, code: 'USER_ALREADY_EXISTS', message: taken }, english)).toBe(taken)
})
