import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { readFailure, translateErrors } from './form-errors.ts'

const refused = (code: string, details?: Record<string, string>) =>
  new ApiError({ code, status: 400, message: 'Some English' }, { details })

test('an error code goes to its field', () => {
  const known = 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.'
  expect(readFailure(refused('PASSWORD_COMPROMISED'), ['email', 'password'])).toEqual({
    fields: { password: known },
  })
  expect(readFailure(refused('PASSWORD_COMPROMISED'), ['currentPassword', 'newPassword'])).toEqual({
    fields: { newPassword: known },
  })
  expect(readFailure(refused('INVALID_PASSWORD'), ['currentPassword', 'newPassword'])).toEqual({
    fields: { currentPassword: 'Senha incorreta.' },
  })
  expect(readFailure(refused('INVALID_PASSWORD'), ['password', 'confirmation'])).toEqual({
    fields: { password: 'Senha incorreta.' },
  })
})

test('messages of named fields are translated', () => {
  const failure = refused('VALIDATION_ERROR', { name: 'Name is required', image: 'Imagem inválida' })
  expect(readFailure(failure, ['name', 'image'])).toEqual({
    fields: { name: 'O nome é obrigatório', image: 'Imagem inválida' },
  })
})

test('an error without a field of the form goes to the form', () => {
  const failure = refused('VALIDATION_ERROR', { setupToken: 'Inválido' })
  expect(readFailure(failure, ['name'])).toEqual({ fields: {}, form: 'Confira os dados e tente de novo.' })
  expect(readFailure(refused('INVALID_EMAIL'), ['password']).form).toBeDefined()
})

test('messages of the schema are translated too', () => {
  expect(
    translateErrors({ name: 'Name is required', photoUrl: 'Invalid photo URL', title: 'Título' }),
  ).toEqual({
    name: 'O nome é obrigatório',
    photoUrl: 'Endereço de foto inválido',
    title: 'Título',
  })
})
