import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentsPage } from '#shared/contract/agents.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import {
  AdminLabel,
  type AdminLabelsPage,
  type CreateLabel,
  type DeletedLabel,
  type Label,
} from '#shared/contract/labels.ts'
import { LIMITS } from '#shared/limits.ts'
import { agents, labels } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
/** Three agents in the gallery's order. */
let cast: { id: string; name: string }[]
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Ana')
  const { items } = (await admin.get<AgentsPage>('/agents?limit=100')).data
  cast = items.slice(0, 3).map(({ id, name }) => ({ id, name }))
})
afterAll(() => app.close())
// Removes the seeded labels, so that the tests control the order.
beforeEach(async () => {
  await app.server.deps.db.update(labels).set({ deletedAt: new Date() }).where(isNull(labels.deletedAt))
})

const one = (labelId: string) => `/api/v1/labels/admin/${labelId}`
const create = (body: Partial<CreateLabel>) => admin.post<AdminLabel>('/labels/admin', body)
const made = async (name: string, agentIds: string[] = []) => (await create({ name, agentIds })).data
const change = (labelId: string, body: unknown) => admin.call<AdminLabel>('PATCH', one(labelId), body)
const remove = (labelId: string, query = '') => admin.call<DeletedLabel>('DELETE', one(labelId) + query)
const restore = (labelId: string, body?: unknown) =>
  admin.call<AdminLabel>('POST', `${one(labelId)}/restore`, body)
const order = (ids: string[]) => admin.call<AdminLabelsPage>('PUT', '/api/v1/labels/admin/order', { ids })
const listed = async (query = '') => (await admin.get<AdminLabelsPage>(`/labels/admin${query}`)).data
const inGallery = async () => (await admin.get<Label[]>('/labels')).data.map(({ name }) => name)
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id)
const castIds = (...places: number[]) => places.map((place) => cast[place]?.id ?? '')
const lastEntry = async () =>
  (await admin.get<{ items: AuditEntry[] }>('/audit/admin?entity=label&limit=1')).data.items[0]
const expectRefusal = ({ status, error }: Reply, details: Record<string, string>) =>
  expect([status, error?.code, error?.details]).toEqual([400, 'VALIDATION_ERROR', details])
const versionOf = async (id = '') => {
  const [row] = await app.server.deps.db
    .select({ version: agents.version })
    .from(agents)
    .where(eq(agents.id, id))
  return row?.version
}

describe('a label', () => {
  test('is created last with its agents, read, listed, and shown in the gallery', async () => {
    await made('Primeira')
    const { status, data } = await create({
      name: '  Segunda ',
      description: 'Para testar',
      agentIds: castIds(1, 0),
    })
    expect(status).toBe(201)
    const label = AdminLabel.strict().parse(data)
    expect(label).toMatchObject({ name: 'Segunda', description: 'Para testar', order: 1 })
    // In the gallery's order, not in the one sent.
    expect(idsOf(label.agents)).toEqual(castIds(0, 1))
    expect((await admin.get(`/labels/admin/${label.id}`)).data).toEqual(label)
    expect((await listed()).items.at(-1)).toEqual(label)
    expect(await inGallery()).toEqual(['Primeira', 'Segunda'])
    const { items } = (await admin.get<AgentsPage>(`/agents?labelId=${label.id}`)).data
    expect(idsOf(items)).toEqual(castIds(0, 1))
    expect(await lastEntry()).toMatchObject({
      action: 'label.create',
      entity: 'label',
      entityId: label.id,
      entityName: 'Segunda',
      actorName: 'Ana',
      after: { name: 'Segunda', agents: [cast[0]?.name, cast[1]?.name] },
    })
  })

  test('needs a name only, and has a position', async () => {
    expect((await create({ name: 'Só o nome' })).data).toMatchObject({
      description: '',
      order: 0,
      agents: [],
    })
    expect((await create({ name: 'Lá atrás', order: 9 })).data.order).toBe(9)
    expect((await made('Depois')).order).toBe(10)
  })

  test('is refused with each message of the contract, and nothing is stored', async () => {
    const label = await made('De pé')
    const refused: [unknown, Record<string, string>][] = [
      [{}, { name: 'Name is required' }],
      [{ name: '  ' }, { name: 'Name is required' }],
      [{ name: 'x'.repeat(41) }, { name: 'O nome passa de 40 caracteres' }],
      [{ name: 'a\nb' }, { name: 'O nome tem caracteres inválidos' }],
      [{ name: 'A', description: 'x'.repeat(301) }, { description: 'A descrição passa de 300 caracteres' }],
      [{ name: 'A', order: -1 }, { order: 'Ordem deve ser no mínimo 0' }],
      [{ name: 'A', order: 1.5 }, { order: 'Ordem deve ser no mínimo 0' }],
      [{ name: 'A', agentIds: ['1'] }, { 'agentIds.0': 'Invalid agent ID' }],
      [
        { name: 'A', agentIds: [cast[0]?.id, cast[0]?.id?.toUpperCase()] },
        { agentIds: 'Há um agente repetido' },
      ],
      [{ name: 'A', agentIds: [randomUUID()] }, { agentIds: 'Um dos agentes não está mais no elenco' }],
      [{ name: 'A', deletedAt: null }, { deletedAt: 'Campo desconhecido' }],
    ]
    for (const [body, details] of refused) expectRefusal(await admin.post('/labels/admin', body), details)
    for (const [body, details] of refused.slice(1)) expectRefusal(await change(label.id, body), details)
    expectRefusal(await change(label.id, {}), { body: 'Nada para mudar' })
    expectRefusal(await admin.get('/labels/admin/1'), { labelId: 'Invalid label ID' })
    expect((await listed()).items).toEqual([label])
  })

  test('is changed with its agents; open forms of these agents get a conflict, and the log has the old values', async () => {
    const label = await made('Antes', castIds(0, 1))
    const versions = await Promise.all(castIds(0, 1, 2).map(versionOf))
    const { data } = await change(label.id, { name: 'Depois', agentIds: castIds(1, 2) })
    expect(data).toMatchObject({ name: 'Depois', description: label.description, order: label.order })
    expect(idsOf(data.agents)).toEqual(castIds(1, 2))
    const [first = 0, second = 0, third = 0] = versions
    expect(await Promise.all(castIds(0, 1, 2).map(versionOf))).toEqual([first + 1, second, third + 1])
    expect(await lastEntry()).toMatchObject({
      action: 'label.update',
      before: { name: 'Antes', agents: [cast[0]?.name, cast[1]?.name] },
      after: { name: 'Depois', agents: [cast[1]?.name, cast[2]?.name] },
    })
    const before = await lastEntry()
    expect((await change(label.id, { name: 'Depois' })).status).toBe(200)
    expect(await lastEntry()).toEqual(before)
  })

  test('keeps a deleted agent for its restoration', async () => {
    const label = await made('Fiel', castIds(0, 1))
    const { db } = app.server.deps
    const [gone = ''] = castIds(0)
    await db.update(agents).set({ deletedAt: new Date() }).where(eq(agents.id, gone))
    const seen = (await change(label.id, { agentIds: castIds(1, 2) })).data
    await db.update(agents).set({ deletedAt: null }).where(eq(agents.id, gone))
    expect(idsOf(seen.agents)).toEqual(castIds(1, 2))
    expect(idsOf((await listed()).items[0]?.agents ?? [])).toEqual(castIds(0, 1, 2))
  })

  test('is refused for an agent at its limit, and at the limit of labels', async () => {
    const [full = ''] = castIds(2)
    for (let count = 0; count < LIMITS.labelsPerAgent; count += 1) await made(`Número ${count}`, [full])
    const text = `${cast[2]?.name} já tem ${LIMITS.labelsPerAgent} etiquetas`
    expectRefusal(await create({ name: 'Demais', agentIds: [full] }), { agentIds: text })
    const rest = LIMITS.labelsMax - LIMITS.labelsPerAgent
    await app.server.deps.db
      .insert(labels)
      .values(Array.from({ length: rest }, (_, at) => ({ name: `Cheia ${at}`, order: at })))
    const reply = await create({ name: 'A última gota' })
    expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
    expect((await listed('?limit=100')).items).toHaveLength(LIMITS.labelsMax)
  })
})

describe('deleting a label', () => {
  test('removes it from its agents and the gallery; undo restores everything', async () => {
    const label = await made('Vai e volta', castIds(0, 1))
    const { status, data } = await remove(label.id)
    expect([status, data]).toEqual([
      200,
      { id: label.id, deletedAt: expect.stringMatching(/^\d{4}-/), moved: null },
    ])
    expect(await inGallery()).toEqual([])
    expect((await remove(label.id)).status).toBe(404)
    expect((await change(label.id, { name: 'Outra' })).status).toBe(404)
    expect((await admin.get(`/labels/admin/${label.id}`)).error.message).toMatch('Essa etiqueta')
    expect(await lastEntry()).toMatchObject({ action: 'label.delete', before: { name: 'Vai e volta' } })
    expect((await restore(label.id)).data).toMatchObject({ ...label, updatedAt: expect.any(String) })
    expect((await restore(label.id, {})).status).toBe(200)
    expect(await inGallery()).toEqual(['Vai e volta'])
  })

  test('moves its agents to another label; undo leaves them their own labels only', async () => {
    const [from, to] = [await made('De', castIds(0, 1)), await made('Para', castIds(1))]
    const { data } = await remove(from.id, `?moveTo=${to.id}`)
    expect(data.moved).toEqual({ labelId: to.id, agentIds: castIds(0) })
    expect((await listed()).items.map(({ agents }) => idsOf(agents))).toEqual([castIds(0, 1)])
    expect(await lastEntry()).toMatchObject({ details: { movedTo: 'Para' }, entityName: 'De' })
    await restore(from.id, { moved: data.moved })
    expect((await listed()).items.map(({ agents }) => idsOf(agents))).toEqual([castIds(0, 1), castIds(1)])
  })

  test('does not move agents to a missing label, or to itself', async () => {
    const [label, gone] = [await made('Fica', castIds(0)), await made('Sai')]
    await remove(gone.id)
    expect((await remove(label.id, `?moveTo=${gone.id}`)).status).toBe(404)
    expect((await remove(label.id, `?moveTo=${randomUUID()}`)).status).toBe(404)
    expectRefusal(await remove(label.id, `?moveTo=${label.id}`), { moveTo: 'Escolha outra etiqueta' })
    expectRefusal(await remove(label.id, '?moveTo=1'), { moveTo: 'Invalid label ID' })
    expect(await inGallery()).toEqual(['Fica'])
  })

  test('undo removes only labels that the deletion added', async () => {
    const [from, to] = [await made('De', castIds(0)), await made('Para', castIds(0, 2))]
    await remove(from.id, `?moveTo=${to.id}`)
    await restore(from.id, { moved: { labelId: to.id, agentIds: castIds(2) } })
    expect((await listed()).items.map(({ agents }) => idsOf(agents))).toEqual([castIds(0), castIds(0, 2)])
  })
})

describe('the order of labels', () => {
  test('is the given one, in the gallery too, and the log has both', async () => {
    const [one, two, three] = [await made('Um'), await made('Dois'), await made('Três')]
    const { status, data } = await order([three.id, one.id, two.id.toUpperCase()])
    expect([status, data.items.map(({ name, order }) => [name, order])]).toEqual([
      200,
      [
        ['Três', 0],
        ['Um', 1],
        ['Dois', 2],
      ],
    ])
    expect(await inGallery()).toEqual(['Três', 'Um', 'Dois'])
    expect(await lastEntry()).toMatchObject({
      action: 'label.reorder',
      before: { labels: ['Um', 'Dois', 'Três'] },
      after: { labels: ['Três', 'Um', 'Dois'] },
    })
  })

  test('is a conflict when a label was added or deleted meanwhile, and nothing changes', async () => {
    const [one, two, gone] = [await made('Um'), await made('Dois'), await made('Sai')]
    await remove(gone.id)
    for (const ids of [[two.id], [two.id, one.id, gone.id], [two.id, randomUUID()]]) {
      const reply = await order(ids)
      expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
    }
    expectRefusal(await order([one.id, one.id]), { ids: 'Há uma etiqueta repetida' })
    expectRefusal(await order(['1']), { 'ids.0': 'Invalid label ID' })
    expect(await inGallery()).toEqual(['Um', 'Dois'])
  })

  test('is one of two concurrent ones, never a mixture; agents added concurrently are all kept', async () => {
    const made5 = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => made(name)))
    const ids = idsOf(made5)
    const wanted = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]]
    const replies = await Promise.all([
      ...wanted.map(order),
      ...ids.map((id, at) => change(id, { agentIds: at % 2 ? castIds(0, 1, 2) : castIds(2, 1, 0) })),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { items } = await listed()
    expect(wanted).toContainEqual(idsOf(items))
    for (const { agents } of items) expect(idsOf(agents)).toEqual(castIds(0, 1, 2))
  })

  test('is paged', async () => {
    const ids = [await made('Um'), await made('Dois'), await made('Três')].map(({ id }) => id)
    const first = await listed('?limit=2')
    const rest = await listed(`?limit=2&cursor=${first.nextCursor}`)
    expect([first.hasMore, rest.hasMore, rest.nextCursor]).toEqual([true, false, null])
    expect([...idsOf(first.items), ...idsOf(rest.items)]).toEqual(ids)
    expectRefusal(await admin.get('/labels/admin?cursor=x'), { cursor: 'Cursor inválido' })
  })
})
