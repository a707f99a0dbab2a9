import { describe, expect, test } from 'vitest'
import type { Plan } from '#shared/contract/plans.ts'
import { choicesFor, offerOf } from './plan-choices.ts'

const plan = (name: string, monthlyMessageLimit: number, allAgents: boolean): Plan => ({
  id: name,
  name,
  displayName: name,
  description: '',
  monthlyMessageLimit,
  allAgents,
  priceText: null,
  isFloor: name === 'free',
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
})

const free = plan('free', 200, false)
const more = plan('more', 500, false)
const creator = plan('creator', 2_000, true)
const big = plan('big_player', 10_000, true)
const plans = [free, more, creator, big]
const names = (chosen: Plan[]) => chosen.map(({ name }) => name)

describe('choicesFor', () => {
  test('for a locked agent, the plans that open it', () => {
    expect(names(choicesFor('agent', plans, free))).toEqual(['creator', 'big_player'])
  })

  test('for the quota, the plans with more messages that lock no agent', () => {
    expect(names(choicesFor('quota', plans, free))).toEqual(['more', 'creator', 'big_player'])
    expect(names(choicesFor('quota', plans, creator))).toEqual(['big_player'])
    expect(choicesFor('quota', [...plans, plan('huge', 50_000, false)], big)).toEqual([])
  })

  test('for a request, all plans', () => {
    expect(names(choicesFor('plans', plans, creator))).toEqual(names(plans))
  })

  test('the current plan may be archived', () => {
    expect(names(choicesFor('agent', plans, plan('old', 300, false)))).toEqual(['creator', 'big_player'])
  })
})

describe('offerOf', () => {
  const had = {
    plan: creator,
    provider: 'hubla' as const,
    canManage: false,
    buyablePlanIds: ['big_player', 'creator'],
  }

  test.each([
    [creator, 'current'],
    [big, 'buy'],
    [free, 'floor'],
    [more, 'ask'],
  ])('$name', (it, offer) => {
    expect(offerOf(it, had)).toBe(offer)
  })

  test('who pays by Stripe changes to another plan there, and does not buy twice', () => {
    const byStripe = { ...had, provider: 'stripe' as const, canManage: true, buyablePlanIds: [] }
    expect(offerOf(big, byStripe)).toBe('switch')
    expect(offerOf(free, byStripe)).toBe('floor')
    expect(offerOf(big, { ...byStripe, canManage: false })).toBe('ask')
  })

  test('a plan given by an administrator is changed by one', () => {
    expect(offerOf(big, { ...had, provider: 'manual', buyablePlanIds: [] })).toBe('ask')
  })
})
