import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { PeopleSegment } from '#shared/contract/people-segments.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { peopleSegments } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let boss: TestClient
let partner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Dona')
  partner = await app.signUp('Sócia')
  await boss.call('POST', '/api/auth/admin/set-role', { userId: partner.userId, role: 'admin' })
  await partner.signIn(partner)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.deps.db.delete(peopleSegments)
})

const PATH = '/users/admin/segments'
const filter = { role: 'user', status: 'unverified', createdSince: '2026-01-05' } as const
const save = (name: string, client = boss) => client.post<PeopleSegment>(PATH, { name, filter })
const rename = (client: TestClient, id: string, name: string) =>
  client.call<PeopleSegment>('PATCH', `/api/v1${PATH}/${id}`, { name })
const remove = (client: TestClient, id: string) => client.call('DELETE', `/api/v1${PATH}/${id}`)
const names = async (client = boss) => (await client.get<PeopleSegment[]>(PATH)).data.map(({ name }) => name)

test('a segment is shared, renamed and deleted by any administrator, and audited', async () => {
  const { status, data } = await save('  Turma de março ')
  expect([status, data.name, data.filter]).toEqual([201, 'Turma de março', filter])
  await save('Alunas', partner)
  expect(await names(partner)).toEqual(['Alunas', 'Turma de março'])
  const renamed = await rename(partner, data.id, 'Turma 3')
  expect(renamed.data).toEqual({ ...data, name: 'Turma 3' })
  expect((await remove(boss, data.id)).status).toBe(200)
  expect((await remove(boss, data.id)).status).toBe(404)
  expect(await names()).toEqual(['Alunas'])
  const audit = await boss.get<AuditPage>('/audit/admin?entity=people-segment')
  expect(audit.data.items.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['people-segment.delete', 'Turma 3'],
    ['people-segment.rename', 'Turma 3'],
    ['people-segment.create', 'Alunas'],
    ['people-segment.create', 'Turma de março'],
  ])
})

test('a name is taken whatever its case and accents', async () => {
  const { data } = await save('Março')
  const other = await save('Abril')
  const again = await save('MARCO')
  expect([again.status, Object.keys(again.error.details ?? {})]).toEqual([409, ['name']])
  expect((await rename(boss, other.data.id, 'março')).status).toBe(409)
  expect((await rename(boss, data.id, 'MARÇO')).status).toBe(200)
})

test('there are fifty at most, also for calls at once', async () => {
  const rows = Array.from({ length: PEOPLE_LIMITS.segments - 1 }, (_none, at) => ({ name: `S${at}`, filter }))
  await app.server.deps.db.insert(peopleSegments).values(rows)
  const replies = await Promise.all(['Um', 'Dois', 'Três'].map((name) => save(name)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await names()).toHaveLength(PEOPLE_LIMITS.segments)
})

test.each<[object, string]>([
  [{ name: ' ', filter }, 'name'],
  [{ name: 'x'.repeat(PEOPLE_LIMITS.segmentNameLength + 1), filter }, 'name'],
  [{ name: 'nulo\u0000', filter }, 'name'],
  [{ name: 'Todas', filter: {} }, 'filter'],
  [{ name: 'Outra', filter: { ...filter, senha: 'x' } }, 'filter.senha'],
  [{ name: 'Outra', filter: { role: 'dono' } }, 'filter.role'],
])('a wrong segment %# is refused', async (body, field) => {
  const { status, error } = await boss.post(PATH, body)
  expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
})

test('only administrators see and change segments', async () => {
  const { data } = await save('Turma')
  const person = await app.signUp('Aluno')
  const calls = [
    person.get(PATH),
    person.post(PATH, { name: 'Minha', filter }),
    rename(person, data.id, 'Minha'),
    remove(person, data.id),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await rename(boss, randomUUID(), 'X')).status).toBe(404)
  expect(await names()).toEqual(['Turma'])
})
