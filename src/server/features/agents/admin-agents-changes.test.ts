import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent } from '#shared/contract/agents.ts'
import type { AgentVersion } from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import { labels, messages } from '../../db/schema/index.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { newMessage, openChat } from '../../testing/factories/conversation.ts'

let scene: AdminAgentScene
beforeAll(async () => {
  scene = await openAdminAgents()
})
afterAll(() => scene.app.close())

const RECOMMENDATIONS = [
  { content: 'Escreva a página do {produto} para {nome}', order: 0 },
  { content: 'Reescreva minha promessa', order: 2 },
]

describe('a change', () => {
  test('stores only what changes; a changed prompt is a new version and is audited', async () => {
    const agent = await scene.create({ promptRecommendations: RECOMMENDATIONS })
    const renamed = await scene.change(agent.id, { name: 'Dona Oferta', version: 1 })
    expect(renamed.data).toEqual({ ...agent, name: 'Dona Oferta', version: 2, updatedAt: expect.any(String) })
    const told = await scene.change(agent.id, { systemPrompt: 'Agora\r\nem duas linhas.', version: 2 })
    expect(told.data).toMatchObject({ systemPrompt: 'Agora\nem duas linhas.', version: 3, promptVersion: 2 })
    expect((await scene.versions(agent.id)).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ])
    const [, first, second] = await scene.auditOf(agent.id)
    expect(first?.details).toEqual({ before: { name: 'Dona Copy' }, after: { name: 'Dona Oferta' } })
    expect(Object.keys(Object(second?.details.after))).toEqual(['systemPrompt'])
    expect(second?.ipAddress).toMatch(/127\.0\.0\.1|::1/)
  })

  test('clears fields that are null or empty', async () => {
    const [label = ''] = await scene.labelIds()
    const agent = await scene.create({
      promptRecommendations: RECOMMENDATIONS,
      labelIds: [label],
      model: 'gpt-x',
    })
    const body = { promptRecommendations: null, labelIds: [], model: null, version: 1 }
    expect((await scene.change(agent.id, body)).data).toMatchObject({
      labels: [],
      promptRecommendations: [],
      model: null,
    })
  })

  test('that changes nothing creates no version, so that it can be repeated', async () => {
    const agent = await scene.create()
    const body = { name: 'Dona Oferta', systemPrompt: 'Outro prompt.', version: 1 }
    const first = await scene.change(agent.id, body)
    const again = await scene.change(agent.id, body)
    expect([again.status, again.data]).toEqual([200, first.data])
    expect(await scene.versions(agent.id)).toHaveLength(2)
    expect(await scene.auditOf(agent.id)).toHaveLength(2)
  })

  test.each<[string, object, number]>([
    ['without a version', { name: 'Outro' }, 400],
    ['of nothing', { version: 1 }, 400],
    ['of its id', { id: randomUUID(), version: 1 }, 400],
    ['of its prompt version', { promptVersion: 7, version: 1 }, 400],
    ['to no name', { name: '', version: 1 }, 400],
    ['to an unknown label', { labelIds: [randomUUID()], version: 1 }, 400],
  ])('%s is refused', async (_what, body, status) => {
    const agent = await scene.create()
    expect((await scene.change(agent.id, body)).status).toBe(status)
    expect(await scene.read(agent.id)).toEqual(agent)
  })

  test('keeps labels that are deleted at the moment, for their restoration', async () => {
    const { db } = scene.app.server.deps
    const id = randomUUID()
    await db.insert(labels).values({ id, name: 'Sazonal', order: 90 })
    const [label = ''] = await scene.labelIds()
    const agent = await scene.create({ labelIds: [id] })
    await db.update(labels).set({ deletedAt: new Date() }).where(eq(labels.id, id))
    await scene.change(agent.id, { labelIds: [label], version: 1 })
    await db.update(labels).set({ deletedAt: null }).where(eq(labels.id, id))
    expect((await scene.read(agent.id)).labels.map((it) => it.id)).toEqual([label, id])
    await db.update(labels).set({ deletedAt: new Date() }).where(eq(labels.id, id))
  })
})

describe('two administrators', () => {
  test('conflict: the second is told the current version, and nothing is overwritten', async () => {
    const agent = await scene.create()
    const first = await scene.change(agent.id, { name: 'Da primeira', version: 1 })
    const late = await scene.change(
      agent.id,
      { name: 'Da segunda', description: 'Outra', version: 1 },
      scene.other,
    )
    const { changedBy = '', changedAt = '', version } = late.error.details ?? {}
    expect([late.status, late.error.code, version]).toEqual([409, 'CONFLICT', '2'])
    expect(late.error.message).toMatch(
      new RegExp(`^${changedBy} mudou este agente em .+, enquanto você editava`),
    )
    expect(await scene.auditOf(agent.id)).toContainEqual(
      expect.objectContaining({ actorName: changedBy, createdAt: new Date(changedAt) }),
    )
    const own = await scene.change(agent.id, { name: 'De outra aba', version: 1 })
    expect(own.error.details).toMatchObject({ version: '2', changedBy: 'Você' })
    expect(await scene.read(agent.id)).toEqual(first.data)
    const again = await scene.change(agent.id, { name: 'Da segunda', version: 2 }, scene.other)
    expect(again.data).toMatchObject({ name: 'Da segunda', version: 3 })
  })

  test('one of many concurrent changes of one version succeeds', async () => {
    const agent = await scene.create()
    const texts = Array.from({ length: 8 }, (_, index) => `Prompt da corrida ${index}`)
    const replies = await Promise.all(
      texts.map((systemPrompt, index) =>
        scene.change(
          agent.id,
          { systemPrompt, name: `Nome ${index}`, version: 1 },
          index % 2 ? scene.admin : scene.other,
        ),
      ),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const now = await scene.read(agent.id)
    expect(now).toEqual(won[0]?.data)
    expect(now).toMatchObject({ version: 2, promptVersion: 2 })
    expect((await scene.versions(agent.id)).map(({ systemPrompt }) => systemPrompt)).toEqual([
      now.systemPrompt,
      agent.systemPrompt,
    ])
    expect(await scene.auditOf(agent.id)).toHaveLength(2)
    for (const { status, error } of replies)
      if (status === 409) expect(error.details).toMatchObject({ version: '2' })
  })
})

describe('prompt versions', () => {
  test('can be restored as the newest, unless the agent changed meanwhile', async () => {
    const agent = await scene.create({ systemPrompt: 'Primeiro.' })
    await scene.change(agent.id, { systemPrompt: 'Segundo.', version: 1 })
    const restore = (number: number, version: number) =>
      scene.call('POST', agent.id, `/versions/${number}/restore`, { version })
    expect((await restore(1, 1)).error.details).toMatchObject({ version: '2' })
    expect((await restore(1, 2)).data).toMatchObject({
      systemPrompt: 'Primeiro.',
      version: 3,
      promptVersion: 3,
    })
    expect(
      (await scene.versions(agent.id)).map(({ number, systemPrompt }) => [number, systemPrompt]),
    ).toEqual([
      [3, 'Primeiro.'],
      [2, 'Segundo.'],
      [1, 'Primeiro.'],
    ])
    expect((await scene.auditOf(agent.id)).at(-1)).toMatchObject({
      action: 'agent.restore-version',
      details: expect.objectContaining({ number: 1 }),
    })
    expect([(await restore(9, 3)).status, (await restore(0, 3)).status]).toEqual([404, 400])
  })

  test('are paged', async () => {
    const agent = await scene.create({ systemPrompt: '1' })
    for (const number of [2, 3, 4, 5])
      await scene.change(agent.id, { systemPrompt: `${number}`, version: number - 1 })
    const seen = await scene.pages<AgentVersion>(`/agents/admin/${agent.id}/versions`)
    expect(seen.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
  })

  test('start with one without an author for a seeded agent; a reply stores the version that wrote it', async () => {
    const agent = await scene.create({ enableFreePlan: true })
    const [seeded] = await scene.list()
    expect(await scene.versions(seeded?.id ?? '')).toMatchObject([
      { number: 1, authorName: null, isCurrent: true },
    ])
    const chatId = await openChat(scene.ana, agent.id)
    await scene.ana.send(chatId, newMessage('Um'))
    await scene.change(agent.id, { systemPrompt: 'Outro prompt.', version: 1 })
    await scene.ana.send(chatId, newMessage('Dois'))
    const { db } = scene.app.server.deps
    const rows = await db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(messages.seq)
    expect(rows.map(({ promptVersion }) => promptVersion)).toEqual([null, 1, null, 2])
  })
})

describe('a deleted agent', () => {
  test('leaves the gallery, keeps its chats readable, and can be restored', async () => {
    const agent = await scene.create({ enableFreePlan: true })
    const chatId = await openChat(scene.ana, agent.id)
    await scene.ana.send(chatId, newMessage())
    const gone = await scene.call('DELETE', agent.id)
    expect(gone.data).toEqual({ id: agent.id, deletedAt: expect.stringMatching(/Z$/) })
    expect((await scene.read(agent.id)).deletedAt).toBe(gone.data.deletedAt)
    expect((await scene.list()).map(({ id }) => id)).not.toContain(agent.id)
    expect((await scene.list('&deleted=true'))[0]).toMatchObject({
      id: agent.id,
      deletedAt: gone.data.deletedAt,
    })
    expect((await scene.ana.get<Agent>(`/agents/${agent.id}`)).data.available).toBe(false)
    expect((await scene.ana.get<unknown[]>(`/chats/${chatId}/messages`)).data).toHaveLength(2)
    expect((await scene.ana.post(`/chats/${chatId}/messages`, newMessage())).status).toBe(409)
    for (const [method, rest, body] of [
      ['DELETE', '', undefined],
      ['PATCH', '', { name: 'Outro', version: 2 }],
      ['POST', '/duplicate', undefined],
    ] as const) {
      expect((await scene.call(method, agent.id, rest, body)).status).toBe(404)
    }
    const back = await scene.call('POST', agent.id, '/restore')
    expect(back.data).toEqual({ ...agent, version: 3 })
    expect((await scene.call('POST', agent.id, '/restore')).data).toEqual(back.data)
    expect((await scene.ana.get<Agent>(`/agents/${agent.id}`)).data.available).toBe(true)
    expect((await scene.auditOf(agent.id)).map(({ action }) => action)).toEqual([
      'agent.create',
      'agent.delete',
      'agent.restore',
    ])
  })
})

test('a copy has the same texts, comes last, and is locked for the free plan', async () => {
  const [label = ''] = await scene.labelIds()
  const agent = await scene.create({
    name: 'N'.repeat(LIMITS.nameLength),
    enableFreePlan: true,
    labelIds: [label],
    photoUrl: '/agents/launches.svg',
    promptRecommendations: RECOMMENDATIONS,
    model: 'gpt-x',
    ...{ reviewsReplies: true, reviewChannel: 'meta' },
  })
  const { status, data } = await scene.call('POST', agent.id, '/duplicate')
  expect([status, data.name]).toEqual([201, expect.stringMatching(/^N+ \(cópia\)$/)])
  const { description, systemPrompt, photoUrl, model } = agent
  expect(data).toMatchObject({
    description,
    systemPrompt,
    photoUrl,
    model,
    ...{ reviewsReplies: true, reviewChannel: 'meta' },
    enableFreePlan: false,
    version: 1,
  })
  expect(data.labels).toEqual(agent.labels)
  expect(data.promptRecommendations.map(({ content }) => content)).toEqual(
    agent.promptRecommendations.map(({ content }) => content),
  )
  expect((await scene.list()).at(-1)?.id).toBe(data.id)
})

test('a review of the replies is off at first, is audited, and is known to people who chat', async () => {
  const agent = await scene.create({ enableFreePlan: true })
  expect(agent).toMatchObject({ reviewsReplies: false, reviewChannel: 'page' })
  const refused = await scene.change(agent.id, { reviewsReplies: 'sim', version: agent.version })
  expect([refused.status, refused.error.details]).toEqual([400, { reviewsReplies: 'Valor inválido' }])
  const nowhere = await scene.change(agent.id, { reviewChannel: 'tv', version: agent.version })
  const text = 'Escolha onde as respostas vão sair'
  expect([nowhere.status, nowhere.error.details]).toEqual([400, { reviewChannel: text }])
  const wanted = { reviewsReplies: true, reviewChannel: 'google' }
  const { data } = await scene.change(agent.id, { ...wanted, version: agent.version })
  expect(data).toMatchObject(wanted)
  expect((await scene.auditOf(agent.id)).at(-1)).toMatchObject({
    details: { before: { reviewsReplies: false, reviewChannel: 'page' }, after: wanted },
  })
  expect((await scene.ana.get<Agent>(`/agents/${agent.id}`)).data).toMatchObject(wanted)
})
