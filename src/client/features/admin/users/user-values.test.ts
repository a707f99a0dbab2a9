import { expect, test } from 'vitest'
import type { AdminUser } from '#shared/contract/users.ts'
import { changesTo, valuesOf } from './user-values.ts'

const plan = { id: 'p-1', name: 'free', displayName: 'Gratuito' }
const user = {
  name: 'Ana Souza',
  bio: null,
  phoneNumber: '11987654321',
  role: 'user',
  activeSubscription: { planId: plan.id, plan },
} as AdminUser

test('of a form that nobody touched nothing is sent', () => {
  expect(changesTo(user, valuesOf(user))).toEqual({})
  expect(changesTo({ ...user, activeSubscription: null }, { ...valuesOf(user), planId: '' })).toEqual({})
})

test('only what changed is sent; what was emptied is none', () => {
  const form = {
    ...valuesOf(user),
    phoneNumber: '',
    bio: 'Lança cursos.',
    role: 'admin',
    planId: 'p-2',
  } as const
  expect(changesTo(user, form)).toEqual({
    bio: 'Lança cursos.',
    phoneNumber: null,
    role: 'admin',
    planId: 'p-2',
  })
  expect(changesTo(user, { ...valuesOf(user), removesImage: true })).toEqual({ image: null })
})
