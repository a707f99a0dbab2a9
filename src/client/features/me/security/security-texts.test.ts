import { expect, test } from 'vitest'
import { codesFile, groupKey, keyOf, requirementText, usedText } from './security-texts.ts'

const NOW = Date.parse('2026-11-23T15:00:00.000Z')

test.each([
  [null, 'nunca usada'],
  ['2026-11-23T14:59:40.000Z', 'usada agora'],
  ['2026-11-22T14:00:00.000Z', 'usada ontem'],
  ['2026-11-20T14:00:00.000Z', 'usada há 3 dias'],
  ['2026-10-03T14:00:00.000Z', 'usada em 3 de outubro de 2026'],
])('the last use of a passkey, %s', (lastUsedAt, said) => {
  expect(usedText(lastUsedAt, NOW)).toBe(said)
})

test('the key of an app is read from its address and grouped', () => {
  const key = keyOf('otpauth://totp/Elenco:ana%40exemplo.com.br?secret=JBSWY3DPEHPK3PXPAB&issuer=Elenco')
  expect(groupKey(key)).toBe('JBSW Y3DP EHPK 3PXP AB')
})

test('the file names the site and the account, and has one code a line', () => {
  const text = codesFile({ origin: 'https://elenco.example', email: 'ana@exemplo.com.br', codes: ['a', 'b'] })
  expect(text).toContain('https://elenco.example, conta ana@exemplo.com.br')
  expect(text.split('\n').slice(-3)).toEqual(['a', 'b', ''])
})

test('the requirement of administrators tells its day in São Paulo, before and after it', () => {
  const requiredFrom = '2026-12-01T03:00:00.000Z'
  expect(requirementText({ requiredFrom }, NOW)).toMatch(
    /^A partir de 1 de dezembro de 2026, .* fica fechada/,
  )
  expect(requirementText({ requiredFrom }, Date.parse('2026-12-02'))).toMatch(
    /^Desde 1 de dezembro de 2026, .* está fechada/,
  )
  expect(requirementText({ requiredFrom: null })).toBeUndefined()
})
