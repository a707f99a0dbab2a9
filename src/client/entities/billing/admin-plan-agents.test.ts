import { describe, expect, test } from 'vitest'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { leftWithout, opensAgent } from './admin-plan-agents.ts'

const plan = (id: string, changes: Partial<AdminPlan> = {}) =>
  ({ id, allAgents: true, isArchived: false, ...changes }) as AdminPlan
const agent = (name: string, planIds: string[] | null, enableFreePlan = false) => ({
  name,
  planIds,
  enableFreePlan,
})

test('a plan opens the agents that name it, and with all agents those that name none', () => {
  const class1 = plan('class1', { allAgents: false })
  expect(opensAgent(plan('pro'), agent('Clara', null))).toBe(true)
  expect(opensAgent(class1, agent('Clara', null))).toBe(false)
  expect(opensAgent(plan('pro'), agent('Clara', ['class1']))).toBe(false)
  expect(opensAgent(class1, agent('Clara', ['class1']))).toBe(true)
})

describe('a plan that goes off sale', () => {
  const agents = [
    agent('Clara', null),
    agent('Davi', ['elite']),
    agent('Eva', ['elite', 'pro']),
    agent('Fabi', ['elite'], true),
    agent('Gil', []),
  ]
  const left = (plans: AdminPlan[]) => leftWithout(plan('elite'), agents, plans).map(({ name }) => name)

  test('leaves the agents that only it opens', () => {
    expect(left([plan('pro'), plan('elite')])).toEqual(['Davi'])
    expect(left([plan('elite')])).toEqual(['Clara', 'Davi', 'Eva'])
  })

  test('another plan that is off sale already does not count', () => {
    expect(left([plan('pro', { isArchived: true }), plan('elite')])).toEqual(['Clara', 'Davi', 'Eva'])
  })
})
