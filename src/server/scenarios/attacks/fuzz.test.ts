import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases, wrong } from '../../testing/fuzz.ts'
import { type ApiRoute, documentedRoutes, fill } from '../../testing/routes/route-table.ts'
import { openWritingRoutes, type WritingRoutes } from '../../testing/routes/writing-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let api: WritingRoutes
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  api = await openWritingRoutes(app)
  routes = (await documentedRoutes(app.visitor())).filter(({ row }) => !row?.endsSession)
})
afterAll(() => app.close())

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('\u0000', '\ud800', 'a\u0000b', '9'.repeat(400), -0, 1e308, 2 ** 53, '2026-13-45', "'; --"),
  fc.record({ $gt: fc.constant('') }),
)

/** Bodies that are, nearly are, or are not JSON. */
const bodies = (valid: Record<string, unknown>) =>
  fc.oneof(
    // A valid body with wrong values and unknown fields.
    fc
      .dictionary(fc.constantFrom(...Object.keys(valid), 'x', 'constructor', 'toString'), anything)
      .map((over) => JSON.stringify({ ...valid, ...over })),
    fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)),
    // A valid body, truncated or with something inserted.
    fc
      .tuple(fc.nat(200), fc.string({ unit: 'binary', maxLength: 8 }))
      .map(([at, noise]) => JSON.stringify(valid).slice(0, at) + noise),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(
      'null',
      'undefined',
      'NaN',
      '[]',
      '""',
      '0',
      '{',
      '[[[[',
      '{"a":',
      '\ufeff{}',
      '{}{}',
      '\u0000',
    ),
  )

const queries = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('limit', 'cursor', 'q', 'before', 'agentId', 'labelId', 'archived', '__proto__'),
        fc.string({ maxLength: 8 }),
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&'))

// An unpaired surrogate can't be percent-encoded, so its WTF-8 bytes are written.
const escaped = (text: string) =>
  [...text].map((char) => (/\p{Surrogate}/u.test(char) ? '%ed%a0%80' : encodeURIComponent(char))).join('')

const isObject = (text: string): boolean => {
  try {
    return text.trim().startsWith('{') && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Errors logged since `from`. */
const faults = (from: number) => app.logs.slice(from).filter((line) => /"level":[56]0/.test(line))

describe('F38 fuzzing', { timeout: 120_000 }, () => {
  test('any body is at most a 4xx, on any route', async () => {
    const from = app.logs.length
    for (const route of api.routes) {
      const isRefused = async (body: string) => {
        const { status } = await api.send(route, body)
        // An object may happen to be valid; any other body never is, where a body is read.
        return status < 500 && (status >= 400 || !route.hasBody || isObject(body))
      }
      const given = cases(bodies(api.validBody(route)), 25)
      expect([route.key, await wrong(given, isRefused)]).toEqual([route.key, []])
    }
    expect(faults(from)).toEqual([])
  })

  test('any query and id is at most a 4xx', async () => {
    const from = app.logs.length
    const segments = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(escaped)
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const isAnswered = async ([query, segment]: readonly [string, string]) => {
        const known = fill(route.path, { ...api.own, agentId: api.agentId })
        const assets = {
          productId: segment,
          brandId: segment,
          offerId: segment,
          documentId: segment,
          credentialId: segment,
        }
        const odd = fill(route.path, { agentId: segment, chatId: segment, messageId: segment, ...assets })
        const answers = await Promise.all(
          [`${known}?${query}`, `${odd}?${query}`].map((path) => api.people.owner.fetch('GET', path)),
        )
        await Promise.all(answers.map(({ body }) => body?.cancel()))
        return answers.every(({ status }) => status < 500)
      }
      const given = cases(fc.tuple(queries, segments), 15)
      expect([route.key, await wrong(given, isAnswered)]).toEqual([route.key, []])
    }
    expect(faults(from)).toEqual([])
  })
})

describe('F38 fuzzing of headers', () => {
  test('any cookie and other header is at most a 4xx', async () => {
    const from = app.logs.length
    const { cookie } = api.people.owner
    const [name = '', value = ''] = cookie.split('=')
    const latin = fc.string({
      unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
    })
    const noise = latin.map((text) => text.replaceAll('\u007f', '').trim())
    const header = fc.oneof(
      noise.map((text) => ({ Cookie: `${name}=${text}` })),
      fc
        .tuple(fc.nat(value.length), noise)
        .map(([at, text]) => ({ Cookie: `${name}=${value.slice(0, at)}${text}` })),
      fc.constantFrom('%', '%E0%A4%A', '.', '..', 'a.b', `${value}; ${name}=x`).map((text) => ({
        Cookie: `${name}=${text}`,
      })),
      fc
        .tuple(
          fc.constantFrom(
            'Last-Event-ID',
            'User-Agent',
            'X-Forwarded-For',
            'Forwarded',
            'Accept',
            'Range',
            'Origin',
          ),
          noise,
        )
        .map(([key, text]) => ({ [key]: text, Cookie: cookie })),
    )
    const targets = [
      '/api/auth/get-session',
      '/api/v1/labels',
      `/api/v1/chats/${api.own.chatId}/stream`,
      '/app',
    ]
    const isAnswered = async (headers: Record<string, string>) => {
      const answers = await Promise.all(targets.map((path) => fetch(app.baseUrl + path, { headers })))
      await Promise.all(answers.map(({ body }) => body?.cancel()))
      return answers.every(({ status }) => status < 500)
    }
    expect(await wrong(cases(header, 100), isAnswered)).toEqual([])
    expect(faults(from)).toEqual([])
  })
})
