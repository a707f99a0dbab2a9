import { describe, expect, test } from 'vitest'
import type { Plan } from '#shared/contract/plans.ts'
import { choicesFor, offerOf } from './plan-choices.ts'

const plan = (name: string, monthlyMessageLimit: number, allAgents: boolean): Plan => ({
  id: name,
  name,
  displayName: name,
  description: '',
  monthlyMessageLimit,
  dailyMessageLimit: null,
  storageMegabytes: 1_000,
  passageLimit: 20_000,
  allAgents,
  agents: { open: allAgents ? 8 : 5, total: 8 },
  priceText: null,
  trialDays: 7,
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
    const of = (openers: Plan[], current = free) =>
      names(choicesFor({ why: 'agent', openers }, plans, current))
    expect(of([creator, big])).toEqual(['creator', 'big_player'])
    expect(of([more, big])).toEqual(['more', 'big_player'])
    expect(of([])).toEqual([])
    // The current plan may be archived.
    expect(of([creator, big], plan('old', 300, false))).toEqual(['creator', 'big_player'])
  })

  test('for the quota, the plans with more messages that lock no agent', () => {
    expect(names(choicesFor({ why: 'quota' }, plans, free))).toEqual(['more', 'creator', 'big_player'])
    expect(names(choicesFor({ why: 'quota' }, plans, creator))).toEqual(['big_player'])
    expect(choicesFor({ why: 'quota' }, [...plans, plan('huge', 50_000, false)], big)).toEqual([])
  })

  test('for a request, all plans', () => {
    expect(names(choicesFor({ why: 'plans' }, plans, creator))).toEqual(names(plans))
  })
})

describe('offerOf', () => {
  const had = {
    plan: creator,
    provider: 'hubla' as const,
    canManage: false,
    buyablePlanIds: ['big_player'],
    trialPlanIds: [],
  }

  test.each([
    [creator, 'current'],
    [big, 'buy'],
    [free, 'floor'],
    [more, 'ask'],
  ])('$name', (it, offer) => {
    expect(offerOf(it, had)).toBe(offer)
  })

  test('a plan with a trial for this person begins with it', () => {
    expect(offerOf(big, { ...had, trialPlanIds: ['big_player'] })).toBe('try')
  })

  test('the current plan is sold again while it ends', () => {
    expect(offerOf(creator, { ...had, buyablePlanIds: ['big_player', 'creator'] })).toBe('again')
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
