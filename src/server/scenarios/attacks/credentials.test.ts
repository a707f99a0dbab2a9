import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Credential, CredentialStatus } from '#shared/contract/credentials.ts'
import { credentials, messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential, validCredential } from '../../testing/factories/credentials.ts'
import { makePeople, makePerson, type People } from '../../testing/factories/people.ts'
import { documentedRoutes, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

const KEY = 'sk-propria-da-dona-aabbccddeeff0011'

let app: TestApp
let people: People
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(credentials)
})

const db = () => app.server.deps.db
const save = async (client: TestClient, over = {}): Promise<Credential> =>
  (await saveCredential(client, over)).data
const rowOf = async (id: string) => {
  const [row] = await db().select().from(credentials).where(eq(credentials.id, id))
  if (!row) throw new Error('no such credential')
  return row
}
const read = async (client: TestClient, id: string) =>
  (await client.get<Credential>(`/credentials/${id}`)).data
const said = ({ status, body }: Reply) => ({ status, body: { ...Object(body), timestamp: '' } })

/** The whole database as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await db().execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const parts = await Promise.all(
    tables.map(({ name }) =>
      db().execute<{ row: string }>(sql`select t::text as row from ${sql.raw(name)} as t`),
    ),
  )
  return parts.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

/** Headers of the provider request with these words. */
const headersOf = (words: string) =>
  app.provider.requests
    .filter(({ body }) => JSON.stringify(body).includes(words))
    .map(({ headers }) => headers)

describe('A4 credentials', () => {
  test('A4 of another user are 404 on every route, for an administrator too', async () => {
    const routes = (await documentedRoutes(app.visitor())).filter(({ path }) =>
      path.includes('{credentialId}'),
    )
    expect(routes).toHaveLength(4)
    const { id: credentialId } = await save(people.owner, { credentials: KEY, isActive: true })
    const before = await rowOf(credentialId)
    for (const client of [people.other, people.admin]) {
      for (const { key, method, path } of routes) {
        const body =
          method === 'PATCH' ? { name: 'Minha agora', credentials: KEY, isActive: true } : undefined
        const answer = said(await client.call(method, fill(path, { credentialId }), body))
        expect([key, answer.status]).toEqual([key, 404])
        const missing = await client.call(method, fill(path, { credentialId: randomUUID() }), body)
        expect(answer).toEqual(said(missing))
      }
      expect((await client.get('/credentials')).data).toMatchObject({ items: [] })
    }
    expect(await rowOf(credentialId)).toEqual(before)
    expect(app.provider.keyChecks.filter(({ apiKey }) => apiKey === KEY)).toHaveLength(1)
  })

  test('A50 have exactly these fields in each response, without the key', async () => {
    const { owner } = people
    const created = await saveCredential(owner, { credentials: KEY })
    const path = `/api/v1/credentials/${created.data.id}`
    const answers: Reply<Credential>[] = [
      created,
      await owner.call('GET', path),
      await owner.call('PATCH', path, { name: 'Outro nome' }),
      await owner.call('PATCH', path, { credentials: `${KEY}-2` }),
      await owner.call('DELETE', path),
      await owner.call('POST', `${path}/restore`),
    ]
    const list = await owner.get<{ items: Credential[] }>('/credentials')
    const shown = [...answers.filter((_, index) => index !== 4).map(({ data }) => data), ...list.data.items]
    for (const credential of shown) {
      expect(Object.keys(credential).toSorted()).toEqual(
        [
          ...['id', 'userId', 'name', 'provider', 'lastFour', 'status', 'isActive', 'allowsFallback'],
          ...['isReadable', 'checkedAt', 'createdAt', 'updatedAt'],
        ].toSorted(),
      )
    }
    expect(shown.map(({ lastFour }) => lastFour)).toEqual(['0011', '0011', '0011', '11-2', '11-2', '11-2'])
    const refused = await owner.call('PATCH', path, { credentials: `${KEY}[[status=401]]` })
    const odd = await owner.call('PATCH', path, { credentials: `${KEY} é` })
    const everything = [...answers, list, refused, odd].map(({ body, headers }) => [body, [...headers]])
    expect(JSON.stringify(everything)).not.toContain(KEY.slice(0, 12))
  })
})

describe('A23 an impersonating administrator', () => {
  const impersonating = async () => {
    const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
    const saved = await save(ana, { credentials: KEY, isActive: true })
    await boss.call('POST', '/api/auth/admin/impersonate-user', {
      userId: ana.userId,
      reason: 'Pedido de ajuda',
    })
    return { boss, ana, saved }
  }

  test('A23 can’t read, write or verify credentials on any route', async () => {
    const { boss, ana, saved } = await impersonating()
    const checks = app.provider.keyChecks.length
    const routes = (await documentedRoutes(app.visitor())).filter(({ path }) => path.includes('/credentials'))
    expect(routes).toHaveLength(6)
    for (const { key, method, path } of routes) {
      const body = method === 'GET' ? undefined : validCredential()
      const reply = await boss.call(method, fill(path, { credentialId: saved.id }), body)
      expect([key, reply.status, reply.error.code]).toEqual([key, 403, 'FORBIDDEN'])
      expect(JSON.stringify(reply.body)).not.toContain(saved.lastFour)
    }
    expect(app.provider.keyChecks).toHaveLength(checks)
    expect(await read(ana, saved.id)).toEqual(saved)
  })

  test('A23 does not use the user’s own key: the operator’s key answers', async () => {
    const { boss, ana } = await impersonating()
    const theirs = await ChatClient.open(boss, agentId)
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await theirs.say('Pelo administrador')
    await (await theirs.continue(replyId)).closed
    await (await theirs.regenerate(replyId)).closed
    const calls = headersOf('Pelo administrador')
    expect(calls.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill('Bearer sk-canario-da-openai'),
    )
    const rows = await db().select().from(messages).where(eq(messages.chatId, theirs.chatId))
    expect(rows.filter(({ sender }) => sender === 'ai').map(({ ownKey }) => ownKey)).toEqual([false, false])
    await (await ChatClient.open(ana, agentId)).say('Pela própria Ana')
    expect(headersOf('Pela própria Ana')[0]?.authorization).toBe(`Bearer ${KEY}`)
  })
})

describe('A50 the database', () => {
  test('A50 holds keys neither in plain text nor in any encoding', async () => {
    await save(people.owner, { credentials: KEY, isActive: true })
    await save(people.owner, { credentials: `${KEY}-a-segunda` })
    const talk = await ChatClient.open(people.owner, agentId)
    await talk.say('Escreva com a minha chave')
    expect(headersOf('Escreva com a minha chave')[0]?.authorization).toBe(`Bearer ${KEY}`)
    const text = await dump()
    expect(text).toContain('Escreva com a minha chave')
    const forms = ['base64', 'base64url', 'hex', 'latin1'] as const
    for (const form of forms) {
      // Without the ends, which depend on the neighbouring bytes in base64.
      expect(text).not.toContain(Buffer.from(KEY.slice(0, 24)).toString(form).slice(0, 24))
    }
    for (const { sealed } of await db().select().from(credentials)) {
      expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('sk-propria')
    }
  })

  /** Asserts that a credential with a tampered row is reported as unusable, and nothing else happens. */
  async function expectUnusable(client: TestClient, id: string): Promise<void> {
    expect(await read(client, id)).toMatchObject({ isReadable: false })
    const list = await client.get<{ items: Credential[] }>('/credentials')
    expect(list.data.items.find((it) => it.id === id)).toMatchObject({ isReadable: false })
    const words = `Pergunta ${randomUUID()}`
    const talk = await ChatClient.open(client, agentId)
    const { events } = await talk.say(words)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'own_key_unreadable' } })
    expect(headersOf(words)).toEqual([])
    // Entering the key again repairs it.
    const mended = await client.call<Credential>('PATCH', `/api/v1/credentials/${id}`, { credentials: KEY })
    expect(mended.data).toMatchObject({ isReadable: true, lastFour: '0011' })
    await talk.say(`${words} de novo`)
    expect(headersOf(`${words} de novo`)[0]?.authorization).toBe(`Bearer ${KEY}`)
  }

  test('A50 makes two keys unusable when swapped between users, or between rows of one user', async () => {
    const { owner, other } = people
    const theirs = await save(other, { credentials: 'sk-da-outra-pessoa-0123450011', isActive: true })
    const own = await save(owner, { credentials: KEY, isActive: true })
    const second = await save(owner, { credentials: 'sk-segunda-da-dona-0123450011' })
    const [a, b, c] = [await rowOf(own.id), await rowOf(theirs.id), await rowOf(second.id)]
    const put = (id: string, { sealed, keyId }: typeof a) =>
      db().update(credentials).set({ sealed, keyId }).where(eq(credentials.id, id))
    expect([a.lastFour, b.lastFour, c.lastFour]).toEqual(['0011', '0011', '0011'])
    await put(a.id, b)
    await put(b.id, a)
    await expectUnusable(owner, a.id)
    await expectUnusable(other, b.id)
    await put(a.id, c)
    await expectUnusable(owner, a.id)
    // The whole row copied to another user is unusable too.
    await db().update(credentials).set({ isActive: false })
    await db()
      .update(credentials)
      .set({ userId: other.userId, isActive: true })
      .where(eq(credentials.id, c.id))
    await expectUnusable(other, c.id)
  })

  test.each<[string, (row: typeof credentials.$inferSelect, older: string) => object]>([
    ['an older key put back', (_row, older) => ({ sealed: older })],
    [
      'a changed byte',
      ({ sealed }) => ({ sealed: `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}` }),
    ],
    ['another provider', () => ({ provider: 'google' })],
    ['other last characters', () => ({ lastFour: '9999' })],
    ['an unknown key id', () => ({ keyId: '0000000000000000' })],
    ['nothing', () => ({ sealed: '' })],
  ])('A50 makes a key unusable with %s', async (_what, change) => {
    const { owner } = people
    const { id } = await save(owner, { credentials: 'sk-a-mais-antiga-de-todas-4321', isActive: true })
    const older = (await rowOf(id)).sealed
    await owner.call('PATCH', `/api/v1/credentials/${id}`, { credentials: KEY })
    const row = await rowOf(id)
    await db().update(credentials).set(change(row, older)).where(eq(credentials.id, id))
    expect(await read(owner, id)).toMatchObject({ isReadable: false })
    const words = `Pergunta ${randomUUID()}`
    const { events } = await (await ChatClient.open(owner, agentId)).say(words)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'own_key_unreadable' } })
    expect(headersOf(words)).toEqual([])
    await db().update(credentials).set(row).where(eq(credentials.id, id))
    expect(await read(owner, id)).toMatchObject({ isReadable: true })
  })

  test('A50 enforces the list of verification statuses', async () => {
    const { id } = await save(people.owner)
    await expect(db().execute(sql`update credentials set status = 'boa' where id = ${id}`)).rejects.toThrow()
    expect(CredentialStatus.options).toEqual(['verified', 'unverified', 'refused'])
  })
})
