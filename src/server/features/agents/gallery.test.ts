import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentsPage } from '#shared/contract/agents.ts'
import {
  agentLabels,
  agents,
  labels,
  plans,
  promptRecommendations,
  subscriptions,
} from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  await app.signUp('Dona da Casa')
  ;[ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const gallery = async (client: TestClient, query = '') =>
  (await client.get<AgentsPage>(`/agents${query}`)).data.items
test('what is common to all is shown as it is after each change, whoever makes it', async () => {
  await gallery(ana)
  const [first] = await gallery(ana)
  const [label] = first?.labels ?? []
  if (!first || !label) throw new Error('an agent without labels')
  const { id } = first
  const shown = async () => (await gallery(ana)).find((agent) => agent.id === id)

  await db().update(agents).set({ name: 'Nome novo' }).where(eq(agents.id, id))
  expect(await shown()).toMatchObject({ name: 'Nome novo' })
  await db().update(labels).set({ name: 'Etiqueta nova' }).where(eq(labels.id, label.id))
  expect((await shown())?.labels.map(({ name }) => name)).toContain('Etiqueta nova')
  await db().delete(agentLabels).where(eq(agentLabels.agentId, id))
  expect(await shown()).toMatchObject({ labels: [] })
  await db()
    .update(promptRecommendations)
    .set({ content: 'Peça isto' })
    .where(eq(promptRecommendations.agentId, id))
  expect((await shown())?.promptRecommendations[0]).toMatchObject({ content: 'Peça isto' })
  await db().update(agents).set({ isDraft: true }).where(eq(agents.id, id))
  expect(await shown()).toBeUndefined()
  await db().update(agents).set({ isDraft: false, order: 10_000 }).where(eq(agents.id, id))
  expect((await gallery(ana)).at(-1)).toMatchObject({ id })

  const locked = async () => (await gallery(ana)).find((agent) => agent.locked)
  await db().update(plans).set({ displayName: 'Plano novo' }).where(eq(plans.allAgents, true))
  expect((await locked())?.plans.map(({ displayName }) => displayName)).toContain('Plano novo')
  await db().update(plans).set({ isArchived: true }).where(eq(plans.allAgents, true))
  expect((await locked())?.plans).toEqual([])
  await db().update(plans).set({ isArchived: false }).where(eq(plans.allAgents, true))
})

test('a change that is undone leaves the gallery as it was, also while it is open', async () => {
  const before = await gallery(ana)
  await db()
    .transaction(async (tx) => {
      await tx.update(agents).set({ name: 'Nunca' })
      expect(await gallery(ana)).toEqual(before)
      throw new Error('undone')
    })
    .catch(() => undefined)
  expect(await gallery(ana)).toEqual(before)
})

test('access is each reader’s own and ends at once', async () => {
  const closed = async (client: TestClient) => (await gallery(client)).filter(({ locked }) => locked).length
  const most = await closed(bia)
  expect(most).toBeGreaterThan(0)
  const [plan] = await db().select().from(plans).where(eq(plans.allAgents, true)).limit(1)
  if (!plan) throw new Error('no plan opens all')
  const currentPeriodEnd = new Date(Date.now() + 60_000)
  await db()
    .insert(subscriptions)
    .values({ userId: ana.userId, planId: plan.id, provider: 'manual', status: 'active', currentPeriodEnd })
  expect([await closed(ana), await closed(bia)]).toEqual([0, most])
  await db().delete(subscriptions).where(eq(subscriptions.userId, ana.userId))
  expect([await closed(ana), await closed(bia)]).toEqual([most, most])
})

test('what is common to all is read once, until a trigger counts a change', async () => {
  const names = async (client: TestClient) => (await gallery(client)).map(({ name }) => name)
  const before = await names(ana)
  await db().execute(sql`alter table agents disable trigger agents_gallery`)
  await db().update(agents).set({ name: 'Sem contagem' })
  expect(await names(bia)).toEqual(before)
  await db().execute(sql`alter table agents enable trigger agents_gallery`)
  await db().update(agents).set({ order: 0 })
  expect(new Set(await names(bia))).toEqual(new Set(['Sem contagem']))
})
