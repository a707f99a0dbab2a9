import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { authErrorText, errorText, toPortuguese } from './error-text.ts'

const FIXED = [
  'Name is required',
  'Description is required',
  'System prompt is required',
  'Invalid photo URL',
  'Invalid label ID',
  'Message content is required',
  'Title cannot be empty',
  'Invalid agent ID',
  'Chat not found',
  'Login failed',
  'Failed to get session after login',
  'unauthorized to access resource',
  'Not authorized',
  'Authentication failed or session expired',
  'Failed to fetch messages: boom',
  'Failed to fetch agent: boom',
  'API Error: boom',
  'You are not allowed to access resource: users',
]

test.each(FIXED)('%s has a Portuguese sentence', (text) => {
  const sentence = toPortuguese(text)
  expect(sentence).not.toBe(text)
  expect(sentence).not.toContain('boom')
  expect(sentence).not.toContain('users')
})

test('a known reason is kept behind its prefix', () => {
  const reason = 'Não encontramos esse agente. Escolha outro no elenco.'
  expect(toPortuguese(`Failed to fetch agent: ${reason}`, true)).toBe(
    `Não foi possível carregar o agente. ${reason}`,
  )
  expect(toPortuguese('Failed to fetch agent: Not authorized')).toContain('Você não tem permissão')
})

test('Portuguese stays as it is', () => {
  expect(toPortuguese('As senhas não coincidem')).toBe('As senhas não coincidem')
})

test("our API's own sentence is shown, a library's never", () => {
  const conflict = { code: 'CONFLICT', status: 409, message: 'Já há uma resposta em andamento.' }
  expect(errorText(new ApiError(conflict))).toBe('Já há uma resposta em andamento.')
  expect(errorText(new TypeError("Cannot read properties of undefined (reading 'x')"))).toBe(
    'Algo deu errado do nosso lado. Tente de novo em instantes.',
  )
  expect(errorText('boom')).toBe('Algo deu errado do nosso lado. Tente de novo em instantes.')
})

test('a sign-in failure is told by its code', () => {
  const failed = (code: string, status: number) => new ApiError({ code, status, message: 'Some English' })
  expect(authErrorText(failed('INVALID_EMAIL_OR_PASSWORD', 401))).toBe(
    'E-mail ou senha incorretos. Confira os dois, ou recupere a senha.',
  )
  expect(authErrorText(failed('USER_ALREADY_EXISTS', 422))).toBe(
    'Este e-mail já tem uma conta. Entre com ela, ou recupere a senha.',
  )
  expect(authErrorText(failed('SOMETHING_NEW', 418))).toContain('Algo deu errado')
  expect(authErrorText(new Error('Failed to get session after login'))).toContain('Você entrou')
})

test('what only our server knows, it says itself', () => {
  const ban = 'Esta conta está suspensa até 3 de dezembro de 2026. Motivo: spam'
  expect(authErrorText(new ApiError({ code: 'BANNED_USER', status: 403, message: ban }))).toBe(ban)
  const last = 'Esta é a única conta de administração.'
  expect(authErrorText(new ApiError({ code: 'CONFLICT', status: 409, message: last }))).toBe(last)
  for (const code of ['STEP_UP_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'ACCOUNT_TEMPORARILY_LOCKED']) {
    expect(authErrorText(new ApiError({ code, status: 403, message: 'Dito pelo servidor.' }))).toBe(
      'Dito pelo servidor.',
    )
  }
  const full = 'Muita gente está entrando ao mesmo tempo. Nada se perdeu: tente de novo em 10 segundos.'
  expect(authErrorText(new ApiError({ code: 'UNAVAILABLE', status: 503, message: full }))).toBe(full)
  const refused = { code: 'FORBIDDEN', status: 403, message: 'Not authorized' }
  expect(authErrorText(new ApiError(refused))).toBe(
    'Você não tem permissão para fazer isso. Se precisar, peça a quem administra o Elenco.',
  )
})

test.each([
  [1, '1 segundo'],
  [42, '42 segundos'],
  [600, '10 minutos'],
])('too many tries for %i s', (retryAfterSeconds, wait) => {
  const limited = { code: 'RATE_LIMITED', status: 429, message: 'Too many requests' }
  expect(authErrorText(new ApiError(limited, { retryAfterSeconds }))).toBe(
    `Muitas tentativas seguidas. Tente de novo em ${wait}.`,
  )
})
