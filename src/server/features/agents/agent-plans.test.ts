import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { subscriptions } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { BIG_PLAN as BIG_ROW, CREATOR_PLAN as CREATOR_ROW } from '../../testing/factories/purchases.ts'
import type { TestClient } from '../../testing/test-client.ts'

const LOCKED = [403, 'PLAN_REQUIRED']
const [CREATOR_PLAN, BIG_PLAN] = [CREATOR_ROW.id, BIG_ROW.id]
const CREATOR = { id: CREATOR_PLAN, displayName: 'Criador' }
const BIG = { id: BIG_PLAN, displayName: 'Big Player' }

let scene: AdminAgentScene
/** By the plan that they have besides the free one. */
let free: TestClient
let creator: TestClient
let big: TestClient
let agent: AdminAgent
beforeAll(async () => {
  scene = await openAdminAgents()
  free = scene.ana
  creator = await scene.app.signUp('Caio')
  big = await scene.app.signUp('Bia')
  await subscribe(creator, CREATOR_PLAN)
  await subscribe(big, BIG_PLAN)
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  agent = await scene.create({ enableFreePlan: false })
})

const subscribe = ({ userId }: TestClient, planId: string) =>
  scene.app.server.deps.db
    .insert(subscriptions)
    .values({ userId, planId, provider: 'manual', status: 'active' })

const choose = async (planIds: string[] | null) => {
  const { status, data } = await scene.change(agent.id, { planIds, version: agent.version })
  expect(status).toBe(200)
  agent = data
}
const makePlan = async (changes: object) => {
  const name = `p${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const body = { name, displayName: 'Turma', monthlyMessageLimit: 500, ...changes }
  return (await scene.admin.post<AdminPlan>('/plans/admin', body)).data
}
const seenBy = async (who: TestClient) => (await who.get<Agent>(`/agents/${agent.id}`)).data
const isLockedFor = async (who: TestClient) => {
  const { locked } = await seenBy(who)
  const listed = (await who.get<AgentsPage>('/agents?limit=100')).data.items.find(({ id }) => id === agent.id)
  expect(listed?.locked).toBe(locked)
  expect((await who.post('/chats', { agentId: agent.id })).status).toBe(locked ? 403 : 201)
  return locked
}
const lockedFor = async () => [await isLockedFor(free), await isLockedFor(creator), await isLockedFor(big)]

describe('the plans that open an agent', () => {
  test('are every plan with all agents, unless it names its own', async () => {
    expect(agent.planIds).toBeNull()
    expect(await lockedFor()).toEqual([true, false, false])
    await choose([BIG_PLAN])
    expect(await lockedFor()).toEqual([true, true, false])
    await choose([])
    expect(await lockedFor()).toEqual([true, true, true])
    await choose(null)
    expect(await lockedFor()).toEqual([true, false, false])
  })

  test('include a plan that opens no other agent, once it is named', async () => {
    const plan = await makePlan({ allAgents: false })
    const dora = await scene.app.signUp('Dora')
    await subscribe(dora, plan.id)
    expect(await isLockedFor(dora)).toBe(true)
    await choose([plan.id])
    expect(await isLockedFor(dora)).toBe(false)
    expect(await isLockedFor(big)).toBe(true)
  })

  test('never close it to the free plan, nor to administrators', async () => {
    await choose([])
    expect(await isLockedFor(scene.admin)).toBe(false)
    await scene.change(agent.id, { enableFreePlan: true, planIds: [BIG_PLAN], version: agent.version })
    expect(await lockedFor()).toEqual([false, false, false])
    expect((await seenBy(free)).plans).toEqual([])
  })

  test('count for every subscription in force, not only for the best one', async () => {
    const eva = await scene.app.signUp('Eva')
    await subscribe(eva, CREATOR_PLAN)
    await subscribe(eva, BIG_PLAN)
    await choose([CREATOR_PLAN])
    expect(await isLockedFor(eva)).toBe(false)
  })

  test('are named to those who lack them, in order and without plans that are not on sale', async () => {
    const gone = await makePlan({ displayName: 'Turma antiga' })
    expect((await seenBy(free)).plans).toEqual([CREATOR, BIG])
    await choose([gone.id, BIG_PLAN, CREATOR_PLAN])
    await scene.admin.call('PATCH', `/api/v1/plans/admin/${gone.id}`, { isArchived: true, version: 1 })
    expect((await seenBy(free)).plans).toEqual([CREATOR, BIG])
    const refused = await free.post('/chats', { agentId: agent.id })
    expect(refused.error.message).toBe('Este agente está disponível nos planos Criador e Big Player.')
    await choose([BIG_PLAN])
    expect((await creator.post('/chats', { agentId: agent.id })).error.message).toBe(
      'Este agente está disponível no plano Big Player.',
    )
    await choose([gone.id])
    expect((await free.post('/chats', { agentId: agent.id })).error.message).toBe(
      'Nenhum plano à venda abre este agente agora.',
    )
  })

  test('hold in a chat that is open already: a message, a new reply, and the rest of one', async () => {
    const talk = await ChatClient.open(creator, agent.id)
    await talk.call('PATCH', '', { title: 'Vendas' })
    scene.app.provider.script({ kind: 'cut', after: 2, how: 'end', tokens: ['Um ', 'dois ', 'três.'] })
    const { replyId } = await talk.say('Como vendo mais?')
    scene.app.provider.clearAsides()
    await choose([BIG_PLAN])
    const asked = scene.app.provider.requests.length
    const refused = await talk.send('Mais uma')
    expect([refused.status, Object(await refused.json()).error.code]).toEqual(LOCKED)
    for (const what of ['regenerate', 'continue']) {
      expect(outcomeOf(await talk.call('POST', `/messages/${replyId}/${what}`))).toEqual(LOCKED)
    }
    expect(scene.app.provider.requests).toHaveLength(asked)
    expect(await talk.list()).toHaveLength(2)
    await choose([CREATOR_PLAN])
    scene.app.provider.script({ kind: 'reply', tokens: ['De novo aqui.'] })
    await talk.say('E agora?')
    expect((await talk.list()).at(-1)?.content).toBe('De novo aqui.')
  })
})

describe('the choice', () => {
  test.each<[string, unknown, string]>([
    ['a missing plan', [randomUUID()], 'planIds.0'],
    ['the free plan, which has its own field', [BIG_PLAN, FREE_PLAN_ID], 'planIds.1'],
    ['no id', ['criador'], 'planIds.0'],
    ['a plan twice', [BIG_PLAN, BIG_PLAN], 'planIds'],
    ['a single plan', BIG_PLAN, 'planIds'],
  ])('refuses %s', async (_what, planIds, field) => {
    const { status, error } = await scene.change(agent.id, { planIds, version: agent.version })
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
    expect(await scene.read(agent.id)).toEqual(agent)
  })

  test('is audited by name, and the same choice in another order changes nothing', async () => {
    await choose([BIG_PLAN, CREATOR_PLAN])
    const [, entry] = await scene.auditOf(agent.id)
    expect(entry?.details).toEqual({
      before: { plans: 'Todos os que abrem o elenco' },
      after: { plans: ['Criador', 'Big Player'] },
    })
    const again = await scene.change(agent.id, { planIds: [CREATOR_PLAN, BIG_PLAN], version: 1 })
    expect([again.status, again.data.version]).toEqual([200, agent.version])
  })
})

test('a plan says how many agents of the gallery it opens', async () => {
  const countsOf = async (id: string) =>
    (await free.get<Plan[]>('/plans')).data.find((plan) => plan.id === id)?.agents
  const [before, ofBig] = [await countsOf(CREATOR_PLAN), await countsOf(BIG_PLAN)]
  await choose([BIG_PLAN])
  const total = before?.total ?? 0
  expect(await countsOf(CREATOR_PLAN)).toEqual({ open: (before?.open ?? 0) - 1, total })
  expect(await countsOf(BIG_PLAN)).toEqual(ofBig)
  const admins = await scene.admin.get<AdminPlan>(`/plans/admin/${CREATOR_PLAN}`)
  expect(admins.data.agents).toEqual(await countsOf(CREATOR_PLAN))
  const own = await creator.get<{ plan: Plan }>('/me/subscription')
  expect(own.data.plan.agents).toEqual(await countsOf(CREATOR_PLAN))
  await scene.call('DELETE', agent.id)
  expect((await countsOf(CREATOR_PLAN))?.total).toBe(total - 1)
})
