import { expect, test } from 'vitest'
import { readTable } from './table-search.ts'

const read = readTable({ role: ['admin', 'user'], planId: 'id', from: 'day' }, ['name', 'createdAt'])
const ID = '0199c3a5-0f0a-7c3e-9d2b-2f6f8f0f1a2b'

test('keeps a search, an order and the filters that the table knows', () => {
  const search = { q: 'ana', sort: '-createdAt', role: 'admin', planId: ID, from: '2026-11-21' }
  expect(read(search)).toEqual(search)
  expect(read({ sort: 'name' })).toEqual({ sort: 'name' })
})

test('leaves out what it does not know, since a link may be old or written by hand', () => {
  const search = { q: '', sort: 'email', role: 'owner', planId: '1', from: 'ontem', page: '2' }
  expect(read(search)).toEqual({})
  expect(read({ q: 7, sort: '--name', role: ['admin'], from: null })).toEqual({})
  expect(read({ role: 'constructor' })).toEqual({})
})

test('cuts a search that is longer than the field', () => {
  expect(read({ q: 'a'.repeat(500) }).q).toHaveLength(100)
})
