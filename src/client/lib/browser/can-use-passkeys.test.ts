import { afterEach, expect, test, vi } from 'vitest'
import { canUsePasskeys } from './can-use-passkeys.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['http://localhost:3000/', true],
  ['https://elenco.example/', true],
  ['http://127.0.0.1:3000/', false],
  ['http://[::1]:3000/', false],
])('passkeys at %s: %s', (address, expected) => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', new URL(address))
  expect(canUsePasskeys()).toBe(expected)
})

test('a browser without them has none', () => {
  vi.stubGlobal('location', new URL('https://elenco.example/'))
  expect(canUsePasskeys()).toBe(false)
})
