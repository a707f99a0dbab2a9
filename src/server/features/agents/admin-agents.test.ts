import { randomUUID } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Agent, type AgentsPage } from '#shared/contract/agents.ts'
import { AdminAgent, AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import { agents, labels, usageDays } from '../../db/schema/index.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { openChat } from '../../testing/factories/conversation.ts'
import { validAgent } from '../../testing/routes/admin-agent-routes.ts'

let scene: AdminAgentScene
beforeAll(async () => {
  scene = await openAdminAgents()
})
afterAll(() => scene.app.close())

const RECOMMENDATIONS = [
  { content: 'Escreva a página do {produto} para {nome}', order: 0 },
  { content: 'Reescreva minha promessa', order: 2 },
]

describe('a new agent', () => {
  test('is stored with all fields, last in the gallery, where users see everything but its prompt', async () => {
    const [first = '', second = ''] = await scene.labelIds()
    const agent = await scene.create({
      enableFreePlan: true,
      labelIds: [second, first],
      promptRecommendations: RECOMMENDATIONS,
      requiredContext: ['brand.toneOfVoice'],
      model: 'gpt-6.1-terra',
    })
    expect(AdminAgent.strict().parse(agent)).toEqual(agent)
    expect(agent).toMatchObject({
      ...validAgent(),
      version: 1,
      promptVersion: 1,
      photoUrl: null,
      deletedAt: null,
    })
    expect(agent.labels.map(({ id }) => id)).toEqual([first, second])
    expect(agent.promptRecommendations.map(({ content, order }) => ({ content, order }))).toEqual(
      RECOMMENDATIONS,
    )
    expect(agent.usage).toEqual({ messages30d: 0, approval: { up: 0, down: 0 } })
    expect((await scene.list()).at(-1)?.id).toBe(agent.id)
    const shown = (await scene.ana.get<Agent>(`/agents/${agent.id}`)).data
    expect(shown).toMatchObject({ name: agent.name, locked: false, requiredContext: ['brand.toneOfVoice'] })
    expect((await scene.ana.get<AgentsPage>('/agents?limit=100')).data.items.at(-1)).toEqual(shown)
    expect(await scene.versions(agent.id)).toMatchObject([
      { number: 1, systemPrompt: agent.systemPrompt, authorName: 'Dona da Casa', isCurrent: true },
    ])
    expect((await scene.auditOf(agent.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['agent.create', scene.admin.userId],
    ])
  })

  test('may omit every field that has a default', async () => {
    const agent = await scene.create()
    expect(agent).toMatchObject({ enableFreePlan: false, model: null, labels: [], promptRecommendations: [] })
    expect((await scene.ana.get<Agent>(`/agents/${agent.id}`)).data.locked).toBe(true)
  })

  const long = (length: number) => 'a'.repeat(length + 1)
  test.each<[string, object, Record<string, string>]>([
    ['no name', { name: undefined }, { name: 'Name is required' }],
    ['an empty name', { name: '  ' }, { name: 'Name is required' }],
    ['a name of several lines', { name: 'Dona\nCopy' }, { name: 'O nome tem caracteres inválidos' }],
    ['a long name', { name: long(LIMITS.nameLength) }, { name: 'O nome passa de 120 caracteres' }],
    ['no description', { description: undefined }, { description: 'Description is required' }],
    ['an empty description', { description: '' }, { description: 'Description is required' }],
    ['no prompt', { systemPrompt: undefined }, { systemPrompt: 'System prompt is required' }],
    ['a blank prompt', { systemPrompt: ' \n ' }, { systemPrompt: 'System prompt is required' }],
    [
      'a long prompt',
      { systemPrompt: long(LIMITS.systemPromptLength) },
      { systemPrompt: 'O texto das instruções passa de 30.000 caracteres' },
    ],
    ['NUL', { systemPrompt: 'a\u0000' }, { systemPrompt: 'O texto tem um caractere inválido' }],
    ['no photo', { photoUrl: 'foto' }, { photoUrl: 'Invalid photo URL' }],
    ['no label', { labelIds: ['x'] }, { 'labelIds.0': 'Invalid label ID' }],
    ['an unknown label', { labelIds: [randomUUID()] }, { 'labelIds.0': 'Invalid label ID' }],
    [
      'four recommendations',
      { promptRecommendations: [0, 1, 2, 2].map((order) => ({ content: 'Oi', order })) },
      { promptRecommendations: 'Um agente tem até 3 sugestões' },
    ],
    [
      'two of the same order',
      { promptRecommendations: [1, 1].map((order) => ({ content: 'Oi', order })) },
      { promptRecommendations: 'Duas sugestões têm a mesma ordem' },
    ],
    [
      'an order of 3',
      { promptRecommendations: [{ content: 'Oi', order: 3 }] },
      { 'promptRecommendations.0.order': 'A ordem da sugestão vai de 0 a 2' },
    ],
    [
      'an empty recommendation',
      { promptRecommendations: [{ content: ' ', order: 0 }] },
      { 'promptRecommendations.0.content': 'Escreva a sugestão, ou deixe-a de fora' },
    ],
    ['an unknown field', { requiredContext: ['user.email'] }, { 'requiredContext.0': 'Campo inválido' }],
    ...[
      '../x',
      'a b',
      'gemini/../../v1',
      'a//b',
      'a?b',
      'a#b',
      'a%2fb',
      '.a',
      'a.',
      '-a',
      'é',
      long(100),
    ].map((model): [string, object, Record<string, string>] => [
      `the model «${model.slice(0, 20)}»`,
      { model },
      { model: 'Nome de modelo inválido' },
    ]),
    [
      'what is the server’s to say',
      { order: 0, deletedAt: null },
      { order: 'Campo desconhecido', deletedAt: 'Campo desconhecido' },
    ],
  ])('with %s is refused', async (_what, changes, details) => {
    const count = await scene.app.server.deps.db.$count(agents)
    const reply = await scene.admin.post('/agents/admin', validAgent(changes))
    expect([reply.status, reply.error.code, reply.error.details]).toEqual([400, 'VALIDATION_ERROR', details])
    expect(await scene.app.server.deps.db.$count(agents)).toBe(count)
  })

  test('is refused with a deleted label', async () => {
    const { db } = scene.app.server.deps
    const id = randomUUID()
    await db.insert(labels).values({ id, name: 'Antiga', deletedAt: new Date() })
    const [known = ''] = await scene.labelIds()
    const reply = await scene.admin.post('/agents/admin', validAgent({ labelIds: [known, id] }))
    expect(reply.error).toMatchObject({
      message: 'Invalid label ID',
      details: { 'labelIds.1': 'Invalid label ID' },
    })
  })
})

describe('the order', () => {
  const put = (ids: unknown) => scene.admin.call('PUT', '/api/v1/agents/admin/order', { ids })

  test('is the one that users see, and does not change the version of open forms', async () => {
    const before = await scene.list()
    const ids = before.map(({ id }) => id).toReversed()
    expect((await put(ids)).data).toEqual({ ids })
    const after = await scene.list()
    expect(after.map(({ id }) => id)).toEqual(ids)
    expect((await scene.ana.get<AgentsPage>('/agents?limit=100')).data.items.map(({ id }) => id)).toEqual(ids)
    const versionOf = new Map(before.map(({ id, version, updatedAt }) => [id, { version, updatedAt }]))
    for (const { id, version, updatedAt } of after) expect({ version, updatedAt }).toEqual(versionOf.get(id))
    expect((await put(before.map(({ id }) => id))).status).toBe(200)
  })

  test('is refused unless it names every agent once', async () => {
    const ids = (await scene.list()).map(({ id }) => id)
    expect((await put(ids.slice(1))).status).toBe(409)
    expect((await put([...ids, randomUUID()])).status).toBe(409)
    expect((await put([...ids.slice(1), randomUUID()])).status).toBe(409)
    expect((await put([...ids, ids[0]])).status).toBe(400)
    expect((await put(['x'])).status).toBe(400)
    expect((await scene.list()).map(({ id }) => id)).toEqual(ids)
  })
})

describe('the table', () => {
  test('can be searched, filtered and paged', async () => {
    const [label = ''] = await scene.labelIds()
    const agent = await scene.create({ name: 'Ágata Única', labelIds: [label] })
    expect((await scene.list('&q=agata%20unica')).map(({ id }) => id)).toEqual([agent.id])
    expect((await scene.list(`&labelId=${label}`)).map(({ id }) => id)).toContain(agent.id)
    expect(await scene.list(`&labelId=${label}&q=zzz`)).toEqual([])
    const all = await scene.list()
    for (const item of all) expect(AdminAgentSummary.strict().parse(item)).toEqual(item)
    const seen = await scene.pages<AdminAgentSummary>('/agents/admin')
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    for (const query of ['?cursor=abc', '?deleted=talvez', '?q=%00', '?limit=101', '?labelId=x', '?x=1']) {
      expect([query, (await scene.admin.get(`/agents/admin${query}`)).status]).toEqual([query, 400])
    }
  })

  test('shows the messages of thirty days and all ratings', async () => {
    const agent = await scene.create()
    const today = Date.now()
    const day = (ago: number) =>
      new Date(today - ago * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    const row = { agentId: agent.id, provider: 'openai', model: 'm', isOwnKey: false }
    await scene.app.server.deps.db.insert(usageDays).values([
      { ...row, day: day(0), messages: 5, up: 1 },
      { ...row, day: day(0), model: 'outro', messages: 2, down: 1 },
      { ...row, day: day(29), messages: 10, up: 3 },
      { ...row, day: day(30), messages: 100, up: 7 },
    ])
    const usage = { messages30d: 17, approval: { up: 11, down: 1 } }
    expect((await scene.read(agent.id)).usage).toEqual(usage)
    expect((await scene.list()).find(({ id }) => id === agent.id)?.usage).toEqual(usage)
  })
})

test('A4 users see exactly these fields of an agent; administrators see more', async () => {
  const agent = await scene.create({
    enableFreePlan: true,
    promptRecommendations: RECOMMENDATIONS,
    model: 'gpt-x',
  })
  const ofPeople = [
    ...[
      'available',
      'createdAt',
      'description',
      'enableFreePlan',
      'id',
      'isDraft',
      'labels',
      'locked',
      'messageWeight',
      'name',
      'photoUrl',
    ],
    ...['plans', 'promptRecommendations', 'requiredContext', 'reviewChannel', 'reviewsReplies', 'updatedAt'],
  ]
  for (const client of [scene.ana, scene.admin]) {
    expect(Object.keys((await client.get<Agent>(`/agents/${agent.id}`)).data).toSorted()).toEqual(ofPeople)
    const { items } = (await client.get<AgentsPage>('/agents?limit=100')).data
    for (const item of items) expect(Object.keys(Agent.strict().parse(item)).toSorted()).toEqual(ofPeople)
  }
  expect(Object.keys(await scene.read(agent.id)).toSorted()).toEqual(
    [
      ...ofPeople.filter((name) => !['available', 'locked', 'plans'].includes(name)),
      ...['collections', 'deletedAt', 'model', 'order', 'planIds', 'promptVersion', 'systemPrompt'],
      ...['usage', 'version'],
    ].toSorted(),
  )
  const chatId = await openChat(scene.ana, agent.id)
  for (const address of [
    '/agents',
    `/agents/${agent.id}`,
    '/chats',
    `/chats/${chatId}`,
    `/agents/${agent.id}/chats`,
  ]) {
    const raw = await (await scene.ana.fetch('GET', `/api/v1${address}`)).text()
    expect(raw).not.toMatch(/systemPrompt|promptVersion|gpt-x|"usage"|páginas de vendas para/)
  }
  for (const address of ['/agents/admin', `/agents/admin/${agent.id}`, '/agents/admin/models']) {
    const reply = await scene.ana.get(address)
    expect([reply.status, reply.error.message]).toEqual([
      403,
      'You are not allowed to access resource: agents',
    ])
  }
})

test('the number of agents is limited', async () => {
  const { db } = scene.app.server.deps
  const removed = await scene.create()
  await scene.call('DELETE', removed.id)
  const room = LIMITS.agentsMax - (await db.$count(agents, isNull(agents.deletedAt)))
  const row = { ...validAgent(), order: 1_000 }
  await db.insert(agents).values(Array.from({ length: room }, () => row))
  const [first] = await scene.list()
  for (const reply of [
    await scene.admin.post('/agents/admin', validAgent()),
    await scene.call('POST', first?.id ?? '', '/duplicate'),
    await scene.call('POST', removed.id, '/restore'),
  ]) {
    expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
  }
  expect(await db.$count(agents, isNull(agents.deletedAt))).toBe(LIMITS.agentsMax)
})
