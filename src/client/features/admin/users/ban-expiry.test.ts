import { expect, test } from 'vitest'
import { BanUserForm } from '#shared/contract/users-form.ts'
import { banExpiry } from './ban-expiry.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const form = { banReason: '', duration: '7', banExpires: '' } as const

test('a ban ends after its days, at its moment, or never', () => {
  expect(banExpiry(form, now)).toBe('2026-11-28T12:00:00.000Z')
  expect(banExpiry({ ...form, duration: 'never' }, now)).toBeNull()
  const until = '2030-01-02T03:04'
  expect(banExpiry({ ...form, duration: 'until', banExpires: until }, now)).toBe(
    new Date(until).toISOString(),
  )
})

test('a date has to be there, and to come, only where one was asked for', () => {
  const textOf = (values: object) =>
    BanUserForm.safeParse({ ...form, ...values }).error?.issues.map(({ path, message }) => [path[0], message])
  const refusal = [['banExpires', 'Escolha uma data no futuro']]
  expect(textOf({ duration: 'until' })).toEqual(refusal)
  expect(textOf({ duration: 'until', banExpires: '2020-01-01T00:00' })).toEqual(refusal)
  expect(textOf({ banExpires: '2020-01-01T00:00' })).toBeUndefined()
  expect(textOf({ banReason: 'x'.repeat(501) })).toEqual([
    ['banReason', 'O motivo deve ter no máximo 500 caracteres'],
  ])
})
