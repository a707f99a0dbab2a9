import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminAgent, AgentModels } from '#shared/contract/agents-admin.ts'
import { AgentExport, type ImportedAgent } from '#shared/contract/agents-files.ts'
import type { Upload } from '#shared/contract/uploads.ts'
import { LIMITS } from '#shared/limits.ts'
import { agents, auditEntries, labels, modelPrices, uploads } from '../../db/schema/index.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { image, imageForm } from '../../testing/factories/images.ts'
import { validAgent, validAgentFile } from '../../testing/routes/admin-agent-routes.ts'

let scene: AdminAgentScene
beforeAll(async () => {
  scene = await openAdminAgents()
})
afterAll(() => scene.app.close())

const download = async (id: string) => {
  const response = await scene.admin.fetch('GET', `/api/v1/agents/admin/${id}/export`)
  return { response, text: await response.text() }
}
const importFile = (body: unknown) => scene.admin.post<ImportedAgent>('/agents/admin/import', body)
const upload = async () =>
  (await scene.admin.call<Upload>('POST', '/api/v1/uploads', imageForm(await image('png', 200, 200)))).data
    .url
const bytesOf = async (url: string | null) =>
  (await fetch(scene.app.baseUrl + new URL(url ?? '').pathname)).bytes()

const FULL = {
  name: 'Dona Página & Cia.',
  enableFreePlan: true,
  model: 'gpt-x',
  ...{ reviewsReplies: true, reviewChannel: 'whatsapp' },
  requiredContext: ['brand.audience', 'product.additionalDeliverables'],
  promptRecommendations: [{ content: 'Escreva para {nome}', order: 1 }],
}

const fieldsOf = ({
  name,
  description,
  systemPrompt,
  enableFreePlan,
  model,
  reviewsReplies,
  reviewChannel,
  requiredContext,
  ...rest
}: AdminAgent) => ({
  ...{
    name,
    description,
    systemPrompt,
    enableFreePlan,
    model,
    reviewsReplies,
    reviewChannel,
    requiredContext,
  },
  labels: rest.labels.map((label) => label.name),
  recommendations: rest.promptRecommendations.map(({ content, order }) => ({ content, order })),
})

describe('an agent as a file', () => {
  test('imports as it was exported, with its labels and its photo', async () => {
    const [first = '', second = ''] = await scene.labelIds()
    const agent = await scene.create({ ...FULL, labelIds: [first, second], photoUrl: await upload() })
    const { response, text } = await download(agent.id)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Dona Pagina Cia.json"'),
      'cache-control': expect.stringContaining('no-store'),
    })
    const file = AgentExport.parse(JSON.parse(text))
    expect(file).toMatchObject({ kind: 'agent', format: 1, agent: { photoUrl: null } })
    expect(text).not.toMatch(/uploads|"id"|version/)
    const { status, data } = await importFile(text)
    expect([status, data.missingLabels]).toEqual([201, []])
    expect(fieldsOf(data.agent)).toEqual(fieldsOf(agent))
    expect(data.agent).toMatchObject({ version: 1, promptVersion: 1, deletedAt: null })
    expect(data.agent.photoUrl).not.toBe(agent.photoUrl)
    // The photo is decoded and encoded again, so its bytes may differ.
    expect((await bytesOf(data.agent.photoUrl)).length).toBeGreaterThan(0)
    const { db } = scene.app.server.deps
    const key = data.agent.photoUrl?.split('/').at(-1) ?? ''
    expect(await db.$count(uploads, and(eq(uploads.key, key), isNull(uploads.userId)))).toBe(1)
    expect((await scene.list()).at(-1)?.id).toBe(data.agent.id)
    const [entry] = await scene.auditOf(data.agent.id)
    expect(entry?.action).toBe('agent.import')
    expect((await scene.auditOf(agent.id)).at(-1)?.action).toBe('agent.export')
  })

  test('matches labels by name regardless of spelling, and returns the missing ones', async () => {
    const { db } = scene.app.server.deps
    await db.insert(labels).values({ name: 'Apagada', deletedAt: new Date() })
    const { data } = await importFile(
      validAgentFile({ labels: ['estrategia', 'Apagada', 'Nova', 'ESTRATÉGIA'] }),
    )
    expect(data.agent.labels.map(({ name }) => name)).toEqual(['Estratégia'])
    expect(data.missingLabels).toEqual(['Apagada', 'Nova'])
  })

  test('keeps a built-in portrait by its name', async () => {
    const [seeded] = await scene.list()
    const { text } = await download(seeded?.id ?? '')
    expect(JSON.parse(text).agent).toMatchObject({ photoUrl: seeded?.photoUrl, photo: null })
    expect((await importFile(text)).data.agent.photoUrl).toBe(seeded?.photoUrl)
  })

  test('always fits into a request body, if need be without the photo', async () => {
    // Multi-byte characters, and a photo that compresses badly.
    const agent = await scene.create({ systemPrompt: '🎯'.repeat(LIMITS.systemPromptLength / 2) })
    const { text } = await download(agent.id)
    expect(Buffer.byteLength(text)).toBeLessThan(LIMITS.jsonBodyBytes)
    expect((await importFile(text)).status).toBe(201)
  })

  const photo = async (format: 'gif' | 'png') => (await image(format)).toString('base64')
  test.each<[string, () => unknown, string]>([
    ['of another kind', () => ({ ...validAgentFile(), kind: 'label' }), 'kind'],
    ['of a later format', () => ({ ...validAgentFile(), format: 2 }), 'format'],
    ['without a format', () => ({ kind: 'agent', agent: validAgent() }), 'format'],
    ['without an agent', () => ({ kind: 'agent', format: 1 }), 'agent'],
    ['that is a list', () => [validAgentFile()], 'body'],
    ['with an unknown field', () => ({ ...validAgentFile(), ownerId: '1' }), 'ownerId'],
    ['with an id', () => validAgentFile({ id: '1' }), 'agent.id'],
    ['without a prompt', () => validAgentFile({ systemPrompt: '' }), 'agent.systemPrompt'],
    ['with an invalid address', () => validAgentFile({ photoUrl: 'javascript:1' }), 'agent.photoUrl'],
    [
      'with four recommendations',
      () => validAgentFile({ promptRecommendations: Array(4).fill({ content: 'a', order: 0 }) }),
      'agent.promptRecommendations',
    ],
    ['with text instead of a photo', () => validAgentFile({ photo: '<svg/>' }), 'agent.photo'],
    [
      'with text for a photo',
      () => validAgentFile({ photo: Buffer.from('<svg/>').toString('base64') }),
      'photoUrl',
    ],
    ['with a photo of another kind', async () => validAgentFile({ photo: await photo('gif') }), 'photoUrl'],
    ['with a photo of this machine', () => validAgentFile({ photoUrl: 'https://127.1/a.png' }), 'photoUrl'],
  ])('%s is refused', async (_what, body, field) => {
    const { db } = scene.app.server.deps
    const count = await db.$count(agents)
    const reply = await importFile(await body())
    expect([reply.status, Object.keys(reply.error.details ?? {})]).toEqual([400, [field]])
    expect(await db.$count(agents)).toBe(count)
  })
})

describe('the models to choose from', () => {
  const models = async () => (await scene.admin.get<AgentModels>('/agents/admin/models')).data

  test('are the installation’s, those of its list, and those that agents still use', async () => {
    const { db } = scene.app.server.deps
    const before = await models()
    const [first] = before.items
    expect(before).toMatchObject({ isDemo: false, isUnnamed: false })
    expect(first).toMatchObject({
      name: 'gpt-de-teste',
      isDefault: true,
      isOffered: true,
      provider: 'openai',
    })
    await scene.create({ model: 'modelo-escolhido' })
    await scene.create({ model: 'modelo-fora' })
    const price = { provider: 'openai' as const, inputPrice: '1', cachedInputPrice: '0.1', outputPrice: '2' }
    await db.insert(modelPrices).values([
      { ...price, model: 'modelo-da-lista', contextTokens: 128_000 },
      { ...price, model: 'modelo-fora', isOffered: false },
      { ...price, model: 'modelo-fora-sem-agente', isOffered: false },
    ])
    const { items } = await models()
    expect(items[0]?.name).toBe(first?.name)
    const by = new Map(items.map((item) => [item.name, item]))
    expect(by.get('modelo-escolhido')).toMatchObject({ agents: 1, isPriced: false, isOffered: false })
    expect(by.get('modelo-da-lista')).toEqual({
      ...{ name: 'modelo-da-lista', provider: 'openai', agents: 0, isDefault: false, isPriced: true },
      ...{ isOffered: true, inputPrice: '1', outputPrice: '2', contextTokens: 128_000 },
    })
    expect(by.get('modelo-fora')).toMatchObject({ agents: 1, isPriced: true, isOffered: false })
    expect(by.has('modelo-fora-sem-agente')).toBe(false)
  })
})

test('the audit log of all this holds no full prompt', async () => {
  const systemPrompt = `Começo. ${'x'.repeat(5_000)} Fim.`
  const agent = await scene.create({ systemPrompt })
  await scene.change(agent.id, { systemPrompt: `${systemPrompt} Mais.`, version: 1 })
  const { db } = scene.app.server.deps
  for (const { details } of await db.select().from(auditEntries).where(eq(auditEntries.entityId, agent.id))) {
    expect(JSON.stringify(details).length).toBeLessThan(3_000)
  }
})
