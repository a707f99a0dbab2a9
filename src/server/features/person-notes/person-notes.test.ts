import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { PersonNote } from '#shared/contract/person-notes.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { personNotes } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { readAdministration } from '../me/export-administration.queries.ts'

let app: TestApp
let boss: TestClient
let partner: TestClient
let person: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Dona')
  partner = await app.signUp('Sócia')
  person = await app.signUp('Aluno')
  await boss.call('POST', '/api/auth/admin/set-role', { userId: partner.userId, role: 'admin' })
  await partner.signIn(partner)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const pathOf = (userId = person.userId) => `/users/admin/${userId}/notes`
const write = (content: string, { client = boss, id = String(randomUUID()), userId = person.userId } = {}) =>
  client.post<PersonNote>(pathOf(userId), { id, content })
const remove = (id: string, client = boss, userId = person.userId) =>
  client.call('DELETE', `/api/v1${pathOf(userId)}/${id}`)
const notes = async (client = boss) => (await client.get<PersonNote[]>(pathOf())).data

test('notes are shared, deleted by their author only, exported and audited without their text', async () => {
  const { data } = await write('  Pediu boleto. ')
  const again = await write('outro texto', { id: data.id })
  expect([again.status, again.data.content]).toEqual([200, 'Pediu boleto.'])
  const theirs = await write('Ligou de novo.', { client: partner })
  expect((await notes()).map(({ content, authorName, isOwn }) => [content, authorName, isOwn])).toEqual([
    ['Ligou de novo.', 'Sócia', false],
    ['Pediu boleto.', 'Dona', true],
  ])
  expect((await remove(theirs.data.id)).status).toBe(404)
  expect((await remove(theirs.data.id, partner, boss.userId)).status).toBe(404)
  const { administratorNotes } = await readAdministration(db(), { userId: person.userId })
  expect(administratorNotes.map(({ content }) => content)).toEqual(['Pediu boleto.', 'Ligou de novo.'])
  expect((await remove(theirs.data.id, partner)).status).toBe(200)
  expect(await notes()).toHaveLength(1)
  const audit = await boss.get<AuditPage>('/audit/admin?limit=10')
  expect(audit.data.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.add-note', 'user.delete-note']),
  )
  expect(JSON.stringify(audit.data)).not.toContain('boleto')
})

test('a note has a length, a person two hundred notes, also for calls at once', async () => {
  for (const content of ['', '  ', 'x'.repeat(2_001), 'nulo\u0000']) {
    const { status, error } = await write(content)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['content']])
  }
  await db().delete(personNotes)
  const row = { userId: person.userId, authorId: boss.userId, authorName: 'Dona', content: '…' }
  await db()
    .insert(personNotes)
    .values(Array.from({ length: PEOPLE_LIMITS.notes - 1 }, () => row))
  const replies = await Promise.all(['Um', 'Dois', 'Três'].map((content) => write(content)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('nobody else reads or writes them, and they go with the account', async () => {
  expect((await person.get(pathOf())).status).toBe(403)
  expect((await write('Minha', { client: person })).status).toBe(403)
  expect((await write('Ninguém', { userId: randomUUID() })).status).toBe(404)
  const { data } = await write('De outra pessoa', { userId: partner.userId })
  expect((await write('Roubada', { id: data.id })).status).toBe(409)
  await boss.call('POST', '/api/auth/admin/remove-user', { userId: person.userId })
  expect(await db().$count(personNotes, eq(personNotes.userId, person.userId))).toBe(0)
})
