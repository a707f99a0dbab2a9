import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

const user = { entity: null, action: 'user.update' }

test('fields are said in the words of their screens, before and after', () => {
  const before = { role: 'user', banned: false, banReason: null, price: 0.15, tags: ['a', 'b'] }
  const after = { role: 'admin', banned: true, banReason: 'Abuso', price: 1250.5, tags: [] }
  expect(changesOf({ ...user, before, after })).toEqual([
    { field: 'Papel', before: 'Usuário', after: 'Administração' },
    { field: 'Suspensa', before: 'não', after: 'sim' },
    { field: 'Motivo', before: 'nada', after: 'Abuso' },
    { field: 'price', before: '0,15', after: '1.250,5' },
    { field: 'tags', before: 'a\nb', after: 'nada' },
  ])
})

test('what is new has no before, and what is gone no after', () => {
  expect(changesOf({ ...user, before: null, after: { name: 'Clara' } })).toEqual([
    { field: 'Nome', before: undefined, after: 'Clara' },
  ])
  expect(changesOf({ ...user, before: { name: 'Clara' }, after: null })[0]?.after).toBeUndefined()
  expect(changesOf({ ...user, before: null, after: null })).toEqual([])
})

test('moments are said by the clocks of São Paulo, things by their names', () => {
  const after = { startsAt: '2020-01-03T12:00:00.000Z', labels: [{ id: 'x', name: 'Copy' }] }
  expect(changesOf({ ...user, before: null, after }).map((change) => change.after)).toEqual([
    '3 de janeiro de 2020, às 9h',
    'Copy',
  ])
})

test('one field has the name and the values of each form', () => {
  const say = (entry: { entity: string | null; action: string }, after: Record<string, unknown>) =>
    changesOf({ ...entry, before: null, after }).map(({ field, after: value }) => `${field}: ${value}`)
  expect(say({ entity: 'notice', action: 'notice.update' }, { plan: 'Criador' })).toEqual([
    'Quem vê: Criador',
  ])
  expect(say({ entity: 'plan', action: 'plan.update' }, { name: 'pro', displayName: 'Pro' })).toEqual([
    'Nome interno: pro',
    'Nome: Pro',
  ])
  expect(say({ entity: 'model-price', action: 'model-price.update' }, { cachedInputPrice: 0.5 })).toEqual([
    'Entrada em cache: 0,5',
  ])
  const agent = { entity: 'agent', action: 'agent.update' }
  expect(say(agent, { isDraft: true, requiredContext: ['brand.toneOfVoice'] })).toEqual([
    'Publicado: não',
    'O que ele precisa saber: Tom de voz',
  ])
})
