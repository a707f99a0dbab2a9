import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makePeople, type People, ROLES, type Role } from '../../testing/factories/people.ts'
import { type ApiRoute, documentedRoutes } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let people: People
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  await openAgentId(people.owner)
  routes = (await documentedRoutes(app.visitor())).filter(({ row }) => !row?.endsSession)
})
afterAll(() => app.close())

/** English that SPEC §4 and §5 fix. */
const FIXED = [
  /^(Name|Description|System prompt|Message content) is required$/,
  /^(Chat not found|Title cannot be empty|Invalid (agent ID|label ID|photo URL))$/,
  /^(unauthorized to access resource|Not authorized)$/,
  /^You are not allowed to access resource: [\w-]+$/,
  /^Obrigatório$/,
]
/** Words of English that no Portuguese sentence has. */
const ENGLISH =
  /\b(an|and|are|found|in|invalid|is|must|not|of|required|the|this|to|unauthorized|user|with|you|your)\b/i
/** Begins as a sentence and has several words. */
const SENTENCE = /^\p{Lu}.*\s\p{L}/u

const isFine = (text: unknown) =>
  typeof text === 'string' &&
  (FIXED.some((fixed) => fixed.test(text)) || (SENTENCE.test(text) && !ENGLISH.test(text)))

type Probe = {
  path: (template: string) => string
  body?: unknown
  headers?: Record<string, string>
  /** Whose calls get this far; otherwise only the refusal of a guard is seen, which the first probe tests. */
  roles: readonly Role[]
  /** The refusal that at least one route must give. */
  seen: string
}

const withIds = (id: () => string) => (path: string) => path.replaceAll(/\{\w+\}/g, () => id())
const missing = withIds(randomUUID)
const withQuery = (path: string) =>
  `${missing(path)}${path.includes('?') ? '&' : '?'}limit=x&cursor=x&q=${'x'.repeat(3000)}`

const ADMITTED = ['owner', 'admin'] as const

const PROBES: Record<string, Probe> = {
  'a call without permission': { path: missing, body: {}, roles: ROLES, seen: 'FORBIDDEN' },
  'a missing row': { path: missing, roles: ADMITTED, seen: 'NOT_FOUND' },
  'a malformed id': { path: withIds(() => 'nenhum'), body: {}, roles: ADMITTED, seen: 'VALIDATION_ERROR' },
  'an unknown field': {
    path: missing,
    body: { role: 'admin', q: [] },
    roles: ADMITTED,
    seen: 'VALIDATION_ERROR',
  },
  'a wrong type': {
    path: missing,
    body: { name: 1, title: {}, email: [], password: null, ids: 'x', version: 'x' },
    roles: ADMITTED,
    seen: 'VALIDATION_ERROR',
  },
  'no JSON': { path: missing, body: '{', roles: ADMITTED, seen: 'VALIDATION_ERROR' },
  'another media type': {
    path: missing,
    body: '<a/>',
    headers: { 'Content-Type': 'application/xml' },
    roles: ADMITTED,
    seen: 'UNSUPPORTED_MEDIA_TYPE',
  },
  'a nested body': {
    path: missing,
    body: `${'['.repeat(50)}${']'.repeat(50)}`,
    roles: ADMITTED,
    seen: 'PAYLOAD_TOO_LARGE',
  },
  'an invalid query': { path: withQuery, roles: ADMITTED, seen: 'VALIDATION_ERROR' },
}

/** All texts of a failure, in the envelope or in better-auth's shape. */
function textsOf(body: unknown): unknown[] {
  const { message, error } = Object(body)
  return error ? [message, error.message, ...Object.values(Object(error.details))] : [message]
}

test.each(Object.entries(PROBES))('%s is refused in Portuguese on every route', async (_name, probe) => {
  const refusals = await Promise.all(
    probe.roles.map(async (role) => {
      const found: { key: string; code: string; texts: unknown[] }[] = []
      for (const { key, method, path } of routes) {
        const body = method === 'GET' ? undefined : probe.body
        const reply = await people[role].call(method, probe.path(path), body, probe.headers)
        if (reply.status < 400) continue
        const { code, error } = Object(reply.body)
        found.push({ key, code: error?.code ?? code, texts: textsOf(reply.body) })
      }
      return found
    }),
  )
  expect(refusals.flat().map(({ code }) => code)).toContain(probe.seen)
  const wrong = refusals
    .flat()
    .flatMap(({ key, texts }) => texts.filter((it) => !isFine(it)).map((it) => `${key}: ${it}`))
  expect([...new Set(wrong)]).toEqual([])
})
