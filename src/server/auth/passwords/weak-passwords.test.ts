import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { isEasyToGuess } from './weak-passwords.ts'

test('all passwords of the bundled list are refused', async () => {
  const long = passwords.filter(({ length }) => length >= 8)
  expect(long.length).toBeGreaterThan(3_000)
  for (const password of long) {
    expect([password, await isEasyToGuess(password)]).toEqual([password, true])
    expect([password, await isEasyToGuess(password.toUpperCase())]).toEqual([password, true])
  }
})

test.each([
  ['a name in a sentence', 'ana mora em sobral', { name: 'Ana Lima', email: 'ana@exemplo.com.br' }],
  ['letters and numbers that take turns', 'a9n8a7l6i5m4a', { name: 'Ana Lima' }],
  ['no name', 'jacaranda77', { name: '', email: '' }],
  ['signs only', '!@#$%¨&*()_', {}],
])('%s is accepted', async (_what, password, person) => {
  expect(await isEasyToGuess(password, person)).toBe(false)
})

test('hostile input is fast', async () => {
  const name = 'a '.repeat(60)
  for (const password of [`${'a'.repeat(127)}!`, `${'ab'.repeat(63)}c`, '-'.repeat(128), '1a'.repeat(64)]) {
    await isEasyToGuess(password, { name, email: `${'x.'.repeat(100)}@y.z` })
  }
})
