import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('fields are said in the words of their screens, before and after', () => {
  const before = { role: 'user', banned: false, banReason: null, price: 0.15, tags: ['a', 'b'] }
  const after = { role: 'admin', banned: true, banReason: 'Abuso', price: 1250.5, tags: [] }
  expect(changesOf({ before, after })).toEqual([
    { field: 'Papel', before: 'Usuário', after: 'Administração' },
    { field: 'Suspensa', before: 'não', after: 'sim' },
    { field: 'Motivo', before: 'nada', after: 'Abuso' },
    { field: 'price', before: '0,15', after: '1.250,5' },
    { field: 'tags', before: 'a\nb', after: 'nada' },
  ])
})

test('what is new has no before, and what is gone no after', () => {
  expect(changesOf({ before: null, after: { name: 'Clara' } })).toEqual([
    { field: 'Nome', before: undefined, after: 'Clara' },
  ])
  expect(changesOf({ before: { name: 'Clara' }, after: null })[0]?.after).toBeUndefined()
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('moments are said by the clocks of São Paulo, things by their names', () => {
  const after = { startsAt: '2020-01-03T12:00:00.000Z', labels: [{ id: 'x', name: 'Copy' }] }
  expect(changesOf({ before: null, after }).map((change) => change.after)).toEqual([
    '3 de janeiro de 2020, às 9h',
    'Copy',
  ])
})
