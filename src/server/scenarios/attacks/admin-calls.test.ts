import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { auditEntries, users } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makeConversation, makePerson, makeSubject } from '../../testing/factories/people.ts'
import { type ApiRoute, documentedRoutes } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let calls: ApiRoute[]
/** The rows that valid request bodies refer to. */
let target: Awaited<ReturnType<typeof makeConversation>> & { agentId: string }
beforeAll(async () => {
  app = await createTestApp()
  const owner = await app.signUp('Dona')
  const agentId = await openAgentId(owner)
  target = { agentId, ...(await makeConversation(app.server.deps.db, { userId: owner.userId, agentId })) }
  const all = await documentedRoutes(app.visitor())
  // Stopping an impersonation is called by the impersonated session.
  calls = all.filter(({ path }) => /\/admin(\/|\?|$)/.test(path) && !path.endsWith('/stop-impersonating'))
})
afterAll(() => app.close())

const db = () => app.server.deps.db

/** Everything stored, except last-seen times, daily figures and stored bytes, which background jobs write. */
async function everything(): Promise<unknown> {
  const { rows: tables } = await db().execute<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name !~ '_days$|^storage_|^audit_entries$' order by 1`,
  )
  const read = async ({ name }: { name: string }) => {
    const { rows } = await db().execute(
      `select to_jsonb(t) - 'last_seen_at' - 'lease_until' as row from "${name}" t order by 1::text`,
    )
    return [name, rows]
  }
  return Promise.all(tables.map(read))
}

const NOTHING_RIGHT = [{}, { userId: 'x', role: 'admin', nope: 1 }]

/**
 * The responses to a valid and to some invalid bodies; a caller without permission must get the same for all.
 */
async function answersOf({ method, path, row }: ApiRoute, caller: TestClient): Promise<Reply[]> {
  const subject = { userId: randomUUID(), sessionId: randomUUID() }
  const right = row?.body?.({ ...target, caller, subject }) ?? {}
  // Of a call that takes a form, another body is refused before its caller is known.
  const wrong = row?.sendsForm ? [] : NOTHING_RIGHT
  const bodies = method === 'GET' ? [undefined] : [right, ...wrong]
  const place = path.replaceAll(/\{\w+\}/g, () => randomUUID())
  return Promise.all(bodies.map((body) => caller.call(method, place, body)))
}

/** Every administrators' call with its distinct responses to this user. */
async function refusals(caller: TestClient): Promise<[key: string, status: number, message: string][]> {
  const said: [string, number, string][] = []
  for (const route of calls) {
    for (const { status, body } of await answersOf(route, caller)) {
      const { message }: { message: string } = Object(body)
      if (!said.some((it) => it[0] === route.key && it[1] === status && it[2] === message)) {
        said.push([route.key, status, message])
      }
    }
  }
  return said
}

/** Calls about a resource of another name. */
const RESOURCES: Record<string, string> = { admin: 'settings', 'spend-limits': 'usage' }

/** The resource that a 403 names (SPEC §5). */
function resourceOf(path: string): string {
  const noun = /^\/api\/v1\/([\w-]+)\//.exec(path)?.[1]
  if (noun) return RESOURCES[noun] ?? noun
  return /sessions?$/.test(path) ? 'session' : 'user'
}

const denial = ({ key, path }: ApiRoute) =>
  [key, 403, `You are not allowed to access resource: ${resourceOf(path)}`] as const

async function banned(): Promise<TestClient> {
  const [chief, client] = [await makePerson(app, 'admin'), await makePerson(app, 'admin')]
  expect((await client.get('/users/admin')).status).toBe(200)
  expect((await chief.post(`/users/admin/${client.userId}/ban`, {})).status).toBe(200)
  return client
}

async function impersonating(): Promise<TestClient> {
  const [chief, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  const started = await chief.call('POST', '/api/auth/admin/impersonate-user', {
    userId: ana.userId,
    reason: 'Pedido de ajuda',
  })
  expect(started.status).toBe(200)
  return chief
}

const AS_SOMEBODY_ELSE = 'Isso não pode ser feito enquanto você acessa a conta de outra pessoa.'

/**
 * While impersonating, better-auth's admin calls are all closed, and in ours the user is no administrator.
 */
const elsewhere = (route: ApiRoute) =>
  route.path.startsWith('/api/auth/') ? [route.key, 403, AS_SOMEBODY_ELSE] : denial(route)

const noSession = ({ key }: ApiRoute) => [key, 401, 'unauthorized to access resource']

const CALLERS: Record<string, [make: () => Promise<TestClient>, refusal: (route: ApiRoute) => unknown]> = {
  'anonymous: 401': [async () => app.visitor(), noSession],
  'a user: 403': [() => makePerson(app, 'other'), denial],
  'a banned administrator: 401': [banned, noSession],
  'an administrator in another’s place: 403': [impersonating, elsewhere],
}

describe('A7 A23 every administrators’ call of the document', { timeout: 120_000 }, () => {
  test('is in the document: no other administrators’ call is served', () => {
    const documented = new Set(calls.map(({ key }) => key.replaceAll(/\{(\w+)\}/g, ':$1')))
    const served = createApp(app.server.deps)
      .routes.filter(({ path, method }) => /\/admin(\/|$)/.test(path) && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((key) => !key.endsWith('/stop-impersonating'))
    expect(served.length).toBeGreaterThan(15)
    expect(served.filter((key) => !documented.has(key))).toEqual([])
    expect(calls.filter(({ row }) => !row).map(({ key }) => key)).toEqual([])
  })

  test.each(Object.entries(CALLERS))(
    'is refused for %s, whatever the body, and changes nothing',
    async (_who, [make, refusal]) => {
      const caller = await make()
      const [before, noted] = [await everything(), await db().$count(auditEntries)]
      expect(await refusals(caller)).toEqual(calls.map(refusal))
      expect(await everything()).toEqual(before)
      // Only the attempt while impersonating is audited.
      const since = await db().select().from(auditEntries).orderBy(auditEntries.id).offset(noted)
      const tried = since.filter(({ action }) => action === 'impersonation.write')
      expect(since).toEqual(make === impersonating ? tried : [])
    },
  )

  test('is refused for a banned user with a remaining session', async () => {
    const caller = await makePerson(app, 'admin')
    await db().update(users).set({ banned: true }).where(eq(users.id, caller.userId))
    const said = await refusals(caller)
    expect(said).toEqual(calls.map(({ key }) => [key, 403, 'Not authorized']))
  })

  test('is audited if it changes anything', async () => {
    const chief = await makePerson(app, 'admin')
    const silent: string[] = []
    for (const route of calls) {
      if (route.method === 'GET' || route.row?.endsSession) continue
      const before = await db().$count(auditEntries)
      const subject = await makeSubject(db())
      const body = route.row?.body?.({ ...target, caller: chief, subject })
      const place = route.path
        .replaceAll('{userId}', subject.userId)
        .replaceAll(/\{\w+\}/g, () => randomUUID())
      const response = await chief.fetch(route.method, place, body)
      await response.body?.cancel()
      const isDone = response.status < 300
      if (isDone && (await db().$count(auditEntries)) === before) silent.push(route.key)
    }
    expect(silent.filter((key) => !READS.has(key))).toEqual([])
  })
})

/** Calls that change nothing although they are not GET; the test mail goes to its administrator. */
const READS = new Set([
  'POST /api/auth/admin/list-user-sessions',
  'POST /api/v1/agents/admin/test',
  'POST /api/v1/people-mails/admin/reach',
  'POST /api/v1/people-mails/admin/test',
  'POST /api/v1/usage/admin/models/test',
])
