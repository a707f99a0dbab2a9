import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import type { Plan } from '#shared/contract/plans.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { plantWeb, serveWith } from '../../testing/web-server.ts'

let scene: AdminAgentScene
let ana: TestClient
let agent: AdminAgent
beforeAll(async () => {
  scene = await openAdminAgents()
  ana = scene.ana
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  const [label = ''] = await scene.labelIds()
  const name = `Rita ${randomUUID().slice(0, 8)}`
  agent = await scene.create({ name, isDraft: true, enableFreePlan: true, labelIds: [label] })
})

const setDraft = async (isDraft: boolean) => {
  const { status, data } = await scene.change(agent.id, { isDraft, version: agent.version })
  expect(status).toBe(200)
  agent = data
}
const isListedFor = async (who: TestClient, query = '') =>
  (await who.get<AgentsPage>(`/agents?limit=100${query}`)).data.items.some(({ id }) => id === agent.id)
const read = async (who: TestClient) => {
  const { status, data } = await who.get<Agent>(`/agents/${agent.id}`)
  return status === 200 ? { available: data.available, isDraft: data.isDraft, locked: data.locked } : status
}
const frontPage = async () => {
  const web = await plantWeb()
  await using site = await serveWith(scene.app, { webRoot: web.root })
  const text = await (await fetch(`${site.baseUrl}/`)).text()
  await web.remove()
  return text
}

describe('a draft', () => {
  test('is in no list, search, filter or page of anybody, and like a missing agent for users', async () => {
    const label = agent.labels[0]?.id
    for (const who of [ana, scene.admin]) {
      for (const query of ['', `&q=${encodeURIComponent(agent.name)}`, `&labelId=${label}`]) {
        expect(await isListedFor(who, query)).toBe(false)
      }
    }
    const missing = randomUUID()
    for (const [method, path, body] of [
      ['GET', '/agents/ID', undefined],
      ['GET', '/agents/ID/chats', undefined],
      ['POST', '/chats', { agentId: 'ID' }],
    ] as const) {
      const [of, ofMissing] = await Promise.all(
        [agent.id, missing].map((id) =>
          ana.call(method, `/api/v1${path.replace('ID', id)}`, body && { agentId: id }),
        ),
      )
      expect(of?.status).toBe(404)
      expect([of?.status, of?.error]).toEqual([ofMissing?.status, ofMissing?.error])
    }
    expect(await frontPage()).not.toContain(agent.name)
  })

  test('cannot continue another agent’s reply, and no plan counts it', async () => {
    const total = async () => (await ana.get<Plan[]>('/plans')).data[0]?.agents.total ?? 0
    const before = await total()
    const other = await scene.create({ enableFreePlan: true })
    expect(await total()).toBe(before + 1)
    const talk = await ChatClient.open(ana, other.id)
    scene.app.provider.script({ kind: 'reply', tokens: ['Pronto.'] })
    const { replyId } = await talk.say('Escreva')
    const moved = await ana.post('/chats', { agentId: agent.id, fromMessageId: replyId })
    expect(outcomeOf(moved)).toEqual([404, 'NOT_FOUND'])
    await setDraft(false)
    expect(await total()).toBe(before + 2)
    expect((await ana.post('/chats', { agentId: agent.id, fromMessageId: replyId })).status).toBe(201)
  })

  test('can be tried in a chat by an administrator, who finds it in their own list', async () => {
    expect(await read(scene.admin)).toEqual({ available: true, isDraft: true, locked: false })
    const talk = await ChatClient.open(scene.admin, agent.id)
    scene.app.provider.script({ kind: 'reply', tokens: ['Sou a Rita.'] })
    await talk.say('Quem é você?')
    expect((await talk.list()).at(-1)?.content).toBe('Sou a Rita.')
    expect((await scene.list()).find(({ id }) => id === agent.id)).toMatchObject({
      ...{ isDraft: true, deletedAt: null },
    })
  })

  test('is published by one change, which is audited', async () => {
    await setDraft(false)
    expect(await read(ana)).toEqual({ available: true, isDraft: false, locked: false })
    expect(await isListedFor(ana)).toBe(true)
    expect(await frontPage()).toContain(agent.name)
    await setDraft(true)
    const { data } = await scene.change(agent.id, { isDraft: false, name: 'Rita', version: agent.version })
    expect(data.isDraft).toBe(false)
    expect((await scene.auditOf(agent.id)).map(({ action }) => action)).toEqual([
      ...['agent.create', 'agent.publish', 'agent.unpublish', 'agent.update'],
    ])
  })
})

test('a published agent that becomes a draft again is unavailable as a deleted one, until it is published', async () => {
  await setDraft(false)
  const talk = await ChatClient.open(ana, agent.id)
  await talk.call('PATCH', '', { title: 'Guardada' })
  scene.app.provider.script({ kind: 'cut', after: 1, how: 'end', tokens: ['Um ', 'dois.'] })
  const { replyId } = await talk.say('Conte')
  scene.app.provider.clearAsides()
  await setDraft(true)

  expect(await read(ana)).toEqual({ available: false, isDraft: false, locked: false })
  expect(await read(await scene.app.signUp('Bia'))).toBe(404)
  const asked = scene.app.provider.requests.length
  expect((await talk.send('Mais')).status).toBe(409)
  for (const what of ['regenerate', 'continue']) {
    expect(outcomeOf(await talk.call('POST', `/messages/${replyId}/${what}`))).toEqual([409, 'CONFLICT'])
  }
  expect(outcomeOf(await ana.post('/chats', { agentId: agent.id }))).toEqual([409, 'CONFLICT'])
  expect(scene.app.provider.requests).toHaveLength(asked)
  // The chat stays readable.
  expect(await talk.list()).toHaveLength(2)
  expect((await talk.call('GET', '/export?format=md')).status).toBe(200)
  expect((await ana.get(`/agents/${agent.id}/chats`)).status).toBe(200)

  await setDraft(false)
  scene.app.provider.script({ kind: 'reply', tokens: ['De volta.'] })
  await talk.say('E agora?')
  expect((await talk.list()).at(-1)?.content).toBe('De volta.')
})
