import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import type { Plan } from '#shared/contract/plans.ts'
import { AdminPlan, type AdminPlansPage, externalKeyOf } from '#shared/contract/plans-admin.ts'
import { planExternals, plans, subscriptions } from '../../db/schema/index.ts'
import { FREE_PLAN_ID, seedPlans } from '../../db/seed/plans.ts'
import { seed } from '../../db/seed/seed.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Ana')
})
afterAll(() => app.close())

const CREATOR = seedPlans[1]?.id ?? ''
const db = () => app.server.deps.db
const pathOf = (planId: string) => `/api/v1/plans/admin/${planId}`
const create = (body: object) => admin.post<AdminPlan>('/plans/admin', body)
const change = (planId: string, body: object) => admin.call<AdminPlan>('PATCH', pathOf(planId), body)
const read = async (planId: string) => (await admin.get<AdminPlan>(`/plans/admin/${planId}`)).data
const listed = async (query = '') => (await admin.get<AdminPlansPage>(`/plans/admin${query}`)).data
const onSale = async () => (await app.visitor().get<Plan[]>('/plans')).data
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id)
const lastEntry = async () =>
  (await admin.get<{ items: AuditEntry[] }>('/audit/admin?entity=plan&limit=1')).data.items[0]
const expectRefusal = ({ status, error }: Reply, details: Record<string, string>) =>
  expect([status, error?.code, error?.details]).toEqual([400, 'VALIDATION_ERROR', details])

const unique = () => `turma_${randomUUID().slice(0, 8)}`
const make = async (body: object = {}) =>
  (await create({ name: unique(), displayName: 'Turma', monthlyMessageLimit: 500, ...body })).data
const offer = (externalId: string = randomUUID()) =>
  ({ provider: 'hubla', kind: 'offer', externalId, name: null }) as const

describe('a plan', () => {
  test('is created last, read, listed, and offered to users without its provider codes', async () => {
    const oferta = { ...offer(), name: 'Turma de março' }
    const { status, data } = await create({
      name: '  turma_1 ',
      displayName: ' Turma 1 ',
      description: 'Todos os agentes.\nSuporte por e-mail.',
      monthlyMessageLimit: 3_000,
      allAgents: true,
      priceText: 'R$ 97 por mês',
      checkoutUrl: 'https://pay.hub.la/abc',
      stripePriceId: 'price_1AbC',
      externals: [oferta],
    })
    expect(status).toBe(201)
    const plan = AdminPlan.strict().parse(data)
    expect(plan).toMatchObject({
      ...{ name: 'turma_1', displayName: 'Turma 1', monthlyMessageLimit: 3_000, allAgents: true },
      ...{ order: 3, isArchived: false, isFloor: false, soldBy: null, people: 0, version: 1 },
    })
    // The Stripe price is added to the codes automatically.
    expect(plan.externals).toEqual([
      oferta,
      { provider: 'stripe', kind: 'price', externalId: 'price_1AbC', name: null },
    ])
    expect(await read(plan.id)).toEqual(plan)
    expect((await listed()).items.at(-1)).toEqual(plan)
    const shown = (await onSale()).at(-1)
    expect(shown).toMatchObject({ id: plan.id, priceText: 'R$ 97 por mês' })
    expect(Object.keys(shown ?? {})).not.toContain('checkoutUrl')
    expect(JSON.stringify(await onSale())).not.toMatch(/hub\.la|price_1AbC/)
    expect(await lastEntry()).toMatchObject({
      action: 'plan.create',
      entity: 'plan',
      entityId: plan.id,
      entityName: 'Turma 1',
      actorName: 'Ana',
      after: { displayName: 'Turma 1', checkoutUrl: 'https://pay.hub.la/abc' },
    })
  })

  test('needs its names and a limit only; an empty text is stored as null', async () => {
    const plan = await make({ priceText: '', checkoutUrl: ' ', stripePriceId: '' })
    expect(plan).toMatchObject({
      ...{ description: '', allAgents: false, priceText: null, checkoutUrl: null, stripePriceId: null },
      externals: [],
    })
  })

  test.each([
    [{ displayName: ' ' }, 'displayName'],
    [{ displayName: 'x'.repeat(41) }, 'displayName'],
    [{ displayName: 'a\nb' }, 'displayName'],
    [{ name: '' }, 'name'],
    [{ name: 'Criador' }, 'name'],
    [{ name: '1a' }, 'name'],
    [{ name: 'free' }, 'name'],
    [{ description: 'x'.repeat(301) }, 'description'],
    [{ description: 'a\u0000b' }, 'description'],
    [{ monthlyMessageLimit: -1 }, 'monthlyMessageLimit'],
    [{ monthlyMessageLimit: 1.5 }, 'monthlyMessageLimit'],
    [{ monthlyMessageLimit: 1_000_001 }, 'monthlyMessageLimit'],
    [{ monthlyMessageLimit: '500' }, 'monthlyMessageLimit'],
    [{ allAgents: 'sim' }, 'allAgents'],
    [{ priceText: 'x'.repeat(41) }, 'priceText'],
    [{ priceText: 'R$ 1\r\nx' }, 'priceText'],
    [{ stripePriceId: 'price 1' }, 'stripePriceId'],
    [{ stripePriceId: 'price_1/../x' }, 'stripePriceId'],
    [{ externals: [{ ...offer('of-1'), kind: 'price' }] }, 'externals.0.kind'],
    [{ externals: [{ ...offer('of-1'), provider: 'paypal' }] }, 'externals.0.provider'],
    [{ externals: [{ ...offer('of-1'), externalId: ' ' }] }, 'externals.0.externalId'],
    [{ externals: [{ ...offer('of-1'), externalId: 'a b' }] }, 'externals.0.externalId'],
    [{ externals: [{ ...offer('of-1'), externalId: 'x'.repeat(201) }] }, 'externals.0.externalId'],
    [{ externals: [{ ...offer('of-1'), name: 'x'.repeat(201) }] }, 'externals.0.name'],
    [{ externals: [offer('igual'), offer('igual')] }, 'externals'],
    [{ externals: Array.from({ length: 101 }, (_, n) => offer(`of-${n}`)) }, 'externals'],
    [{ version: 1, isFloor: true }, 'isFloor'],
    [{ order: 0 }, 'order'],
    [{ id: FREE_PLAN_ID }, 'id'],
  ])('may not be made or changed with %j', async (wrong, field) => {
    const before = await db().select().from(plans)
    const body = { name: unique(), displayName: 'Turma', monthlyMessageLimit: 500, ...wrong }
    for (const { status, error } of [await create(body), await change(CREATOR, { version: 1, ...wrong })]) {
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(Object.keys(error.details ?? {})).toContain(field)
    }
    expect(await db().select().from(plans)).toEqual(before)
  })

  test('is changed field by field, also for its subscribers, and the log has the old values', async () => {
    const bia = await app.signUp('Bia')
    const plan = await make({ description: 'Antes', externals: [offer('antes')] })
    await db()
      .insert(subscriptions)
      .values({ userId: bia.userId, planId: plan.id, provider: 'manual', status: 'active' })
    const { status, data } = await change(plan.id, { version: 1, displayName: 'Outra', allAgents: true })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ displayName: 'Outra', allAgents: true, description: 'Antes', version: 2, people: 1 },
      externals: plan.externals,
    })
    const { items } = (await bia.get<{ items: { locked: boolean }[] }>('/agents')).data
    expect(items.some(({ locked }) => locked)).toBe(false)
    expect(await lastEntry()).toMatchObject({
      action: 'plan.update',
      entityName: 'Outra',
      before: { displayName: 'Turma', allAgents: false },
      after: { displayName: 'Outra', allAgents: true },
    })
    // A repeated change does nothing, ignores the version, and is not audited.
    const entry = await lastEntry()
    expect((await change(plan.id, { version: 1, displayName: 'Outra' })).data).toEqual(data)
    expect(await lastEntry()).toEqual(entry)
    expectRefusal(await change(plan.id, { version: 2 }), { body: 'Nada para mudar' })
    expect((await change(randomUUID(), { version: 1, displayName: 'X' })).status).toBe(404)
    expect((await change('1', { version: 1, displayName: 'X' })).status).toBe(400)
  })

  test('can’t be changed from an outdated version: one of two concurrent changes wins', async () => {
    const plan = await make()
    const replies = await Promise.all(
      ['Um', 'Dois', 'Três'].map((displayName) => change(plan.id, { version: 1, displayName })),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost?.error).toMatchObject({ code: 'CONFLICT', details: { version: '2', changedBy: 'Você' } })
    const won = replies.find(({ status }) => status === 200)
    expect(await read(plan.id)).toEqual(won?.data)
  })

  test('shares its name and its codes with no other plan', async () => {
    const shared = offer('so-de-um')
    const one = await make({
      name: 'so_um',
      displayName: 'Um',
      externals: [shared],
      stripePriceId: 'price_um',
    })
    expectRefusal(await create({ name: 'so_um', displayName: 'Dois', monthlyMessageLimit: 1 }), {
      name: 'Já existe um plano com este nome interno',
    })
    const other = await make({ externals: [offer()] })
    const text = (code: string) => `O código ${code} já é do plano Um`
    const refused: [object, Record<string, string>][] = [
      [{ name: 'so_um' }, { name: 'Já existe um plano com este nome interno' }],
      [{ externals: [...other.externals, shared] }, { externals: text('so-de-um') }],
      [{ stripePriceId: 'price_um' }, { stripePriceId: text('price_um') }],
    ]
    for (const [body, details] of refused)
      expectRefusal(await change(other.id, { version: 1, ...body }), details)
    expect(await read(other.id)).toEqual(other)
    expect(await read(one.id)).toEqual(one)
    // The same text is a different code under another kind.
    const product = { ...shared, kind: 'product' }
    expect((await change(other.id, { version: 1, externals: [product] })).status).toBe(200)
  })

  test('keeps its old codes until they are removed', async () => {
    const plan = await make({ externals: [{ ...offer('com-nome'), name: 'Oferta de lançamento' }] })
    const priced = await change(plan.id, { version: 1, stripePriceId: 'price_velho' })
    const moved = await change(plan.id, { version: 2, stripePriceId: 'price_novo' })
    expect(priced.data.externals.map(externalKeyOf)).toEqual([
      'hubla:offer:com-nome',
      'stripe:price:price_velho',
    ])
    expect(moved.data.externals.map(externalKeyOf)).toEqual([
      'hubla:offer:com-nome',
      'stripe:price:price_novo',
      'stripe:price:price_velho',
    ])
    const { data } = await change(plan.id, { version: 3, externals: [offer('com-nome')] })
    // The current price can't be removed, and a code sent without a name keeps its name.
    expect(data.externals).toEqual([
      { ...offer('com-nome'), name: 'Oferta de lançamento' },
      { provider: 'stripe', kind: 'price', externalId: 'price_novo', name: null },
    ])
    expect(await db().$count(planExternals, eq(planExternals.externalId, 'price_velho'))).toBe(0)
    // The limit keeps the form valid.
    const many = Array.from({ length: 100 }, () => offer())
    expectRefusal(await change(plan.id, { version: 4, externals: many }), {
      externals: 'Um plano tem até 100 códigos, contando o preço do Stripe',
    })
  })

  test('that is archived is not offered but keeps its subscribers; the free plan can’t be archived', async () => {
    const caio = await app.signUp('Caio')
    const plan = await make({ allAgents: true })
    await db()
      .insert(subscriptions)
      .values({ userId: caio.userId, planId: plan.id, provider: 'manual', status: 'active' })
    const archived = await change(plan.id, { version: 1, isArchived: true })
    expect(archived.data).toMatchObject({ isArchived: true, people: 1, version: 2 })
    expect((await lastEntry())?.action).toBe('plan.archive')
    expect(idsOf(await onSale())).not.toContain(plan.id)
    expect(idsOf((await listed('?limit=100')).items)).toContain(plan.id)
    const { items } = (await caio.get<{ items: { locked: boolean }[] }>('/agents')).data
    expect(items.some(({ locked }) => locked)).toBe(false)
    expect((await change(plan.id, { version: 2, isArchived: false })).data.isArchived).toBe(false)
    expect((await lastEntry())?.action).toBe('plan.restore')
    expect(idsOf(await onSale())).toContain(plan.id)

    const floor = await read(FREE_PLAN_ID)
    expect(floor.isFloor).toBe(true)
    expectRefusal(await change(FREE_PLAN_ID, { version: floor.version, isArchived: true }), {
      isArchived: 'Toda conta começa por este plano: ele não sai de venda',
    })
  })

  test('that was seeded and changed is not overwritten by the seed', async () => {
    const before = await read(CREATOR)
    const { data } = await change(CREATOR, {
      ...{
        version: before.version,
        name: 'criador_2',
        displayName: 'Criador Pro',
        monthlyMessageLimit: 2_500,
      },
    })
    await seed(db())
    expect(await read(CREATOR)).toEqual(data)
    const { name, displayName, monthlyMessageLimit } = before
    await change(CREATOR, { version: data.version, name, displayName, monthlyMessageLimit })
  })
})
