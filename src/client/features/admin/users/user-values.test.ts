import { expect, test } from 'vitest'
import type { AdminUser } from '#shared/contract/users.ts'
import { changesTo, valuesOf } from './user-values.ts'

const plan = { id: 'p-1', name: 'free', displayName: 'Gratuito' }
const user = {
  name: 'Ana Souza',
  bio: null,
  phoneNumber: '11987654321',
  role: 'user',
  activeSubscription: { planId: plan.id, plan, provider: 'auto' },
  otherSubscriptions: [],
} as unknown as AdminUser

test('of a form that nobody touched nothing is sent', () => {
  expect(changesTo(user, valuesOf(user))).toEqual({})
  expect(changesTo({ ...user, activeSubscription: null }, valuesOf(user))).toEqual({})
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
    planUntil: null,
  })
  expect(changesTo(user, { ...valuesOf(user), removesImage: true })).toEqual({ image: null })
})

test('a given plan and its last day are sent together, and taken back as none', () => {
  const gift = { planId: 'p-2', provider: 'manual', currentPeriodEnd: '2026-12-01T02:59:59.999Z' }
  // A paid plan that gives more counts.
  const given = { ...user, otherSubscriptions: [gift] } as AdminUser
  const values = valuesOf(given)
  expect(values).toMatchObject({ planId: 'p-2', planUntil: '2026-11-30' })
  expect(changesTo(given, values)).toEqual({})
  expect(changesTo(given, { ...values, planUntil: '' })).toEqual({ planId: 'p-2', planUntil: null })
  expect(changesTo(given, { ...values, planId: '' })).toEqual({ planId: null })
  expect(changesTo(user, { ...valuesOf(user), planUntil: '2026-11-30' })).toEqual({})
})
