import { describe, expect, test } from 'vitest'
import { changedFields } from './audit.ts'
import { auditable } from './audit-values.ts'

describe('changedFields', () => {
  test('has only the differing fields, with old and new values', () => {
    const before = { name: 'Ana', bio: null, tags: ['a'], at: new Date(0), kept: 1 }
    const after = { name: 'Bia', bio: undefined, tags: ['a'], at: new Date(1), added: 'x' }
    expect(changedFields(before, after)).toEqual({
      before: { name: 'Ana', at: '1970-01-01T00:00:00.000Z', added: null },
      after: { name: 'Bia', at: '1970-01-01T00:00:00.001Z', added: 'x' },
    })
    expect(changedFields({ a: null, at: new Date(5) }, { a: null, at: new Date(5) })).toEqual({
      before: {},
      after: {},
    })
  })

  test('shows long texts from their first difference', () => {
    const start = 'Você é a Clara. '.repeat(100)
    const { before, after } = changedFields({ p: `${start}Seja breve.` }, { p: `${start}Conte tudo.` })
    for (const text of [before.p, after.p]) expect(String(text).length).toBeLessThanOrEqual(500)
    expect(before.p).toMatch(/^….*Seja breve\.$/)
    expect(after.p).toMatch(/^….*Conte tudo\.$/)
  })
})

describe('auditable', () => {
  test.each([
    'password',
    'newPassword',
    'senha',
    'token',
    'sessionToken',
    'resetToken',
    'apiKey',
    'api_key',
    'secret',
    'clientSecret',
    'credential',
    'authorization',
    'cookie',
    'passwordHash',
  ])('%s is masked at any depth', (name) => {
    const kept = JSON.stringify(auditable({ [name]: 'canario', inner: [{ [name]: { text: 'canario' } }] }))
    expect(kept).not.toContain('canario')
    expect(kept).toContain('[oculto]')
  })

  test('token counts and similar names are not masked', () => {
    const fields = { inputTokens: 12, tokens: 'doze', token: 12, keyboard: 'sim', hasPassword: true }
    expect(auditable(fields)).toEqual({ ...fields, token: 12 })
  })

  test.each([
    'sk-proj-abcdefghij0123456789',
    'AIzaSyA-0123456789abcdefghijk',
    'ghp_0123456789abcdefghij',
    'elenco_0123456789abcdefghij',
    'Bearer abc.def.ghi-jkl',
  ])('a key pasted into a text is masked: %s', (key) => {
    const { before, after } = changedFields({ p: `Use ${key} sempre` }, { p: `Não use ${key}` })
    expect(JSON.stringify([auditable({ p: `chave: ${key}.` }), before, after])).not.toContain(key.slice(7))
  })

  test('cuts texts and lists, and removes what jsonb cannot store', () => {
    const kept = auditable({
      long: 'á'.repeat(2_000),
      halves: `${'x'.repeat(498)}👏👏`,
      nul: 'a\u0000b',
      many: Array.from({ length: 300 }, (_, index) => index),
      deep: { a: { b: { c: { d: { e: { f: 1 } } } } } },
      left: undefined,
      when: new Date(0),
    })
    expect(kept.long).toHaveLength(500)
    expect(String(kept.halves).isWellFormed()).toBe(true)
    expect(kept.nul).toBe('ab')
    expect(kept.many).toHaveLength(100)
    expect(kept.deep).toEqual({ a: { b: { c: { d: { e: '…' } } } } })
    expect(kept.when).toBe('1970-01-01T00:00:00.000Z')
    expect(JSON.parse(JSON.stringify(kept))).not.toHaveProperty('left')
  })
})
