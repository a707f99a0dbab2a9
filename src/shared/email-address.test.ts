import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EmailForm } from './contract/auth.ts'
import { normalAddress } from './email-address.ts'

test.each([
  ['ana@exemplo.com.br', 'ana@exemplo.com.br'],
  ['  Ana.Souza@EXEMPLO.com.br\r\n', 'ana.souza@exemplo.com.br'],
  ['ana+loja@exemplo.com.br', 'ana+loja@exemplo.com.br'],
  // Full width, a ligature, the Kelvin sign, decomposed accents.
  ['\uff21\uff4e\uff41@exemplo.com.br', 'ana@exemplo.com.br'],
  ['o\ufb03ce@exemplo.com.br', 'office@exemplo.com.br'],
  ['\u212aarla@exemplo.com.br', 'karla@exemplo.com.br'],
  ['joa\u0303o@exemplo.com.br', 'jo\u00e3o@exemplo.com.br'],
])('A41 %j is normalized to %s', (text, address) => {
  expect(normalAddress(text)).toBe(address)
})

test.each([
  '',
  ' ',
  'ana',
  '@exemplo.com.br',
  'ana@',
  // Two addresses in one, the second with a lookalike of `@`.
  'ana@exemplo.com.br@mau.exemplo',
  'ana\uff20exemplo.com.br@mau.exemplo',
  'ana souza@exemplo.com.br',
  'ana@exemplo.com.br\nBcc: x@mau.exemplo',
  'ana\u200b@exemplo.com.br',
  'ana\u0000@exemplo.com.br',
  'ana\ud800@exemplo.com.br',
  `${'a'.repeat(250)}@exemplo.com.br`,
])('A41 %j is invalid', (text) => {
  expect(normalAddress(text)).toBeUndefined()
})

test('A41 normalization is idempotent', () => {
  // Letters that change length, case or form when normalized.
  const unit = fc.constantFrom(
    ...['a', 'Z', '9', '.', '+', '-', '\u0130', '\u00df', '\u212a', '\ufb03', '\uff21', 'e\u0301', '\u03a3'],
    ...['\u01c5', '\u1ffc', '\u338f', '\u0345', '\u1e9e'],
  )
  const half = fc.string({ unit, minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(half, half, (mailbox, host) => {
      const address = normalAddress(`${mailbox}@${host}`)
      expect(address).toBeDefined()
      expect(normalAddress(address ?? '')).toBe(address)
    }),
  )
})

test('A41 an account’s address stays unchanged', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      const parsed = EmailForm.safeParse({ email: text })
      fc.pre(parsed.success)
      expect(normalAddress(parsed.data?.email ?? '')).toBe(parsed.data?.email)
    }),
  )
})
