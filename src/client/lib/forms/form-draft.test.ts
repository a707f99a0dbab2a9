import { describe, expect, test } from 'vitest'
import { changesOf, formDraftKey, parseFormDraft } from './form-draft.ts'

const MODEL = { name: '', productIds: [] as string[], isActive: false }

describe('changesOf', () => {
  test('returns the fields that differ', () => {
    const before = { ...MODEL, name: 'Curso', productIds: ['a', 'b'] }
    expect(changesOf(before, { ...before })).toEqual({})
    expect(changesOf(before, { ...before, name: 'Curso 2' })).toEqual({ name: 'Curso 2' })
    expect(changesOf(before, { ...before, productIds: ['b', 'a'] })).toEqual({ productIds: ['b', 'a'] })
    expect(changesOf({ count: 1 }, { count: 2 })).toEqual({ count: 2 })
  })
})

describe('parseFormDraft', () => {
  test('reads stored fields', () => {
    expect(parseFormDraft('{"name":"Meio escrito","productIds":["a"],"isActive":true}', MODEL)).toEqual({
      name: 'Meio escrito',
      productIds: ['a'],
      isActive: true,
    })
  })

  test.each([
    [null],
    [''],
    ['{"name":'],
    ['null'],
    ['[]'],
    ['"x"'],
    ['{"name":7,"productIds":"a","isActive":"true"}'],
    ['{"productIds":[1]}'],
    ['{"other":"x","__proto__":"x","constructor":"x"}'],
  ])('reads nothing out of %s', (text) => {
    expect(parseFormDraft(text, MODEL)).toEqual({})
  })

  test('ignores names of the object prototype', () => {
    expect(Object.keys(parseFormDraft('{"__proto__":{"name":"x"}}', MODEL))).toEqual([])
  })
})

test('the key has the prefix that a sign-out deletes', () => {
  expect(formDraftKey('u1', 'product:novo')).toBe('elenco-draft:u1:form:product:novo')
})
