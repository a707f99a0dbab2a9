import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makePeople, type People } from '../../testing/factories/people.ts'
import { callEveryRoute, documentedRoutes, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

let app: TestApp
let people: People
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(() => app.close())

const callAll = (caller: TestClient) => callEveryRoute(app, { owner: people.owner, agentId, caller })

const SECRET = 'segredo-do-banco'
// Error texts as from the driver, the ORM and PostgreSQL.
const fault = () =>
  Object.assign(new Error(`Failed query: select "password" from "users" where "email" = '${SECRET}'`), {
    query: `select ${SECRET}`,
    detail: `Key (email)=(${SECRET}) already exists.`,
    stack: `Error: ${SECRET}\n    at secreto (/srv/elenco/src/server/db/connect.ts:1:1)`,
  })

const LEAKS =
  /segredo|select |password|users|query|\bat \S+ \(|\.ts\b|node_modules|\/srv|postgres|drizzle|stack/i

describe('A49 an internal error', { timeout: 120_000 }, () => {
  const broken = (raise: () => never): Partial<Deps> => {
    const thrower = () => new Proxy(Object.create(null), { get: raise })
    return {
      db: thrower() as Db,
      runs: thrower() as Deps['runs'],
      model: thrower() as Deps['model'],
      pingDatabase: async () => raise(),
      auth: { ...app.server.deps.auth, handler: async () => raise(), ownProof: async () => raise() },
    }
  }

  test('has one fixed sentence and its id on every route, without details', async () => {
    const parts = broken(() => {
      throw fault()
    })
    await using site = await serveWith(app, parts)
    const answers = await callAll(people.owner.at(site.baseUrl))
    const failed = answers.filter(({ status }) => status >= 500)
    // Routes that need no database: liveness, and the caller's session, which has its own. Routes for administrators and programs, and a parallel second
    // file, are refused earlier.
    const fine = answers.filter(({ status }) => status < 500 && ![401, 403, 429].includes(status))
    expect(fine.map(({ key }) => key).filter((key) => !/health|get-session|mail-opt-outs/.test(key))).toEqual(
      [],
    )
    for (const { key, status, body, headers } of failed) {
      expect([key, JSON.stringify(body)]).toEqual([key, expect.not.stringMatching(LEAKS)])
      const requestId = headers.get('x-request-id') ?? 'none'
      const code = status === 503 ? 'UNAVAILABLE' : 'INTERNAL_ERROR'
      expect([key, body]).toMatchObject([key, { success: false, error: { code } }])
      if (status === 500)
        expect([key, Object(body).message]).toEqual([key, expect.stringContaining(requestId)])
      const line = app.logs.find((it) => it.includes(requestId) && it.includes('request failed'))
      if (status === 500) expect([key, line]).toEqual([key, expect.not.stringContaining(SECRET)])
    }
  })

  test('has the same response when the thrown value is no Error', async () => {
    const parts = broken(() => {
      throw SECRET
    })
    await using site = await serveWith(app, parts)
    for (const { key, status, body } of await callAll(people.owner.at(site.baseUrl))) {
      if (status < 500) continue
      expect([key, JSON.stringify(body)]).toEqual([key, expect.not.stringMatching(LEAKS)])
      expect([key, body]).toMatchObject([key, { success: false }])
    }
    expect((await app.visitor().call('GET', '/api/health')).status).toBe(200)
  })

  test('is answered on every route while the database is down, and the process survives', async () => {
    const lone = await createTestApp()
    try {
      const ana = await lone.signUp()
      await lone.dropDatabase()
      const target = { chatId: agentId, questionId: agentId, messageId: agentId, agentId, caller: ana }
      const routes = await documentedRoutes(app.visitor())
      for (const { key, method, path, row } of routes.filter((it) => !it.key.includes('sign-out'))) {
        const { status, body, headers } = await ana.call(method, fill(path, target), row?.body?.(target))
        // Requests of programs are refused by authentication first, and an invalid token by its signature.
        if (/\/api\/health|settings|mail-opt-outs/.test(key) || row?.isForPrograms) continue
        expect([key, status, Object(body).error?.code]).toEqual([key, 503, 'UNAVAILABLE'])
        expect([key, Number(headers.get('retry-after'))]).toEqual([key, 2])
        expect([key, JSON.stringify(body)]).toEqual([key, expect.not.stringMatching(LEAKS)])
      }
      expect((await ana.call('GET', '/api/health')).status).toBe(200)
    } finally {
      await lone.close()
    }
  })

  test('of a provider is shown as our own sentence, without the provider’s body', async () => {
    const chatId = await openChat(people.owner, agentId)
    app.provider.script({ kind: 'error', after: 2, status: 500 })
    const events = await people.owner.send(chatId, newMessage())
    expect(events.at(-1)?.event).toBe('error')
    expect(JSON.stringify(events)).not.toMatch(/server_error|stack|api\.|sk-/i)
  })
})
