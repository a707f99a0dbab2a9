import { hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createVault, type SealContext } from './vault.ts'

const SECRET = 'um-segredo-bem-comprido-de-teste-0001'
const OTHER = 'outro-segredo-comprido-de-teste-00002'
const TEXT = 'sk-proj-uma-chave-de-verdade-9x7q'

const bond: SealContext = {
  table: 'credentials',
  rowId: '0195e7c0-0000-7000-8000-000000000001',
  ownerId: '0195e7c0-0000-7000-8000-000000000002',
  provider: 'openai',
  shown: '9x7q',
}

describe('A50 the vault', () => {
  test('A50 opens what it sealed, also in another process with the same secret', () => {
    for (const text of [TEXT, '', 'ção 🎭'.repeat(200)]) {
      const sealed = createVault(SECRET).seal(text, bond)
      expect(createVault(SECRET).open(sealed, bond)).toBe(text)
    }
  })

  test('A50 seals the same text differently each time, under a nonce of 96 bits', () => {
    const vault = createVault(SECRET)
    const sealed = Array.from({ length: 500 }, () => vault.seal(TEXT, bond).sealed)
    const nonces = sealed.map((it) => Buffer.from(it, 'base64').subarray(0, 12).toString('hex'))
    expect(new Set(nonces).size).toBe(500)
    for (const it of sealed) {
      const bytes = Buffer.from(it, 'base64')
      expect(bytes).toHaveLength(12 + TEXT.length + 16)
      expect(bytes.toString('latin1')).not.toContain(TEXT.slice(0, 8))
    }
  })

  test.each<[keyof SealContext, string]>([
    ['table', 'offers'],
    ['rowId', '0195e7c0-0000-7000-8000-000000000003'],
    ['ownerId', '0195e7c0-0000-7000-8000-000000000003'],
    ['provider', 'google'],
    ['shown', '0000'],
  ])('A50 opens nothing in another context: %s', (field, value) => {
    const vault = createVault(SECRET)
    const sealed = vault.seal(TEXT, bond)
    expect(vault.open(sealed, { ...bond, [field]: value })).toBeUndefined()
    expect(vault.open(sealed, bond)).toBe(TEXT)
  })

  test('A50 adjacent context fields cannot be exchanged', () => {
    const vault = createVault(SECRET)
    const sealed = vault.seal(TEXT, { ...bond, rowId: 'a', ownerId: 'bc' })
    expect(vault.open(sealed, { ...bond, rowId: 'ab', ownerId: 'c' })).toBeUndefined()
    expect(vault.open(sealed, { ...bond, rowId: 'a","bc', ownerId: '' })).toBeUndefined()
  })

  test('A50 detects each changed byte, truncation and foreign data', () => {
    const vault = createVault(SECRET)
    const { sealed, keyId } = vault.seal(TEXT, bond)
    const bytes = Buffer.from(sealed, 'base64')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(vault.open({ sealed: changed.toString('base64'), keyId }, bond)).toBeUndefined()
      const cut = bytes.subarray(0, index).toString('base64')
      expect(vault.open({ sealed: cut, keyId }, bond)).toBeUndefined()
    }
    for (const odd of ['', 'não é base64', '!!!!', TEXT, 'A'.repeat(4000)]) {
      expect(vault.open({ sealed: odd, keyId }, bond)).toBeUndefined()
    }
  })

  test('A50 opens texts of an earlier secret while that is configured', () => {
    const before = createVault(SECRET)
    const sealed = before.seal(TEXT, bond)
    const after = createVault(OTHER, [SECRET])
    expect(after.open(sealed, bond)).toBe(TEXT)
    expect(after.earlierKeyIds).toEqual([before.keyId])
    const anew = after.seal(TEXT, bond)
    expect(anew.keyId).toBe(after.keyId)
    expect(before.open(anew, bond)).toBeUndefined()
    const alone = createVault(OTHER)
    expect(alone.open(sealed, bond)).toBeUndefined()
    expect(alone.open(anew, bond)).toBe(TEXT)
    // Another key's id does not select it.
    expect(alone.open({ ...sealed, keyId: alone.keyId }, bond)).toBeUndefined()
    // The current secret among the earlier ones is ignored.
    expect(createVault(SECRET, [SECRET, OTHER, OTHER]).earlierKeyIds).toEqual([after.keyId])
  })

  test('A50 the key id reveals nothing, and the key differs from other uses of the secret', () => {
    const { keyId } = createVault(SECRET)
    expect(keyId).toMatch(/^[0-9a-f]{16}$/)
    expect(createVault(SECRET).keyId).toBe(keyId)
    expect(createVault(OTHER).keyId).not.toBe(keyId)
    const bytes = Buffer.from(hkdfSync('sha256', SECRET, '', 'elenco vault key v1', 32)).toString('hex')
    expect(bytes).not.toContain(keyId)
    expect(Buffer.from(SECRET).toString('hex')).not.toContain(keyId)
  })
})
