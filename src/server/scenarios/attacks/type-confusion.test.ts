import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessage, openChat } from '../../testing/factories/conversation.ts'
import { openWritingRoutes, type WritingRoutes } from '../../testing/routes/writing-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let api: WritingRoutes
beforeAll(async () => {
  app = await createTestApp()
  api = await openWritingRoutes(app)
})
afterAll(() => app.close())

describe('A9 type confusion', { timeout: 120_000 }, () => {
  const [WORDS, NONE] = [['x'], []]
  const CONFUSED = [WORDS, [['x']], { $gt: '' }, { $ne: null }, {}, NONE, 7, -1e308, true, '']
  const MAY_BE_EMPTY = [
    ...['additionalDeliverables', 'description', 'audience', 'toneOfVoice', 'differentiators'],
    ...['website', 'instagram', 'goodExample', 'badExample', 'word'],
  ]
  /** Values of other types, or none, that are valid in these fields. */
  const RIGHT: Record<string, unknown[]> = {
    forbiddenWords: [WORDS, NONE],
    favouriteWords: [WORDS, NONE],
    moves: [WORDS, NONE],
    bio: ['', null],
    reason: [''],
    comment: [''],
    rating: [null],
    pinned: [true],
    maxInstallments: [7],
    positionSeconds: [7],
    watched: [true],
    version: [7],
    isActive: [true],
    allowsFallback: [true],
    termsAccepted: [true],
    isSubscribed: [true],
    ...Object.fromEntries(MAY_BE_EMPTY.map((field) => [field, ['']])),
  }

  test('a value of another type is refused in every field of every body', async () => {
    for (const route of api.routes.filter(({ hasBody }) => hasBody)) {
      for (const field of Object.keys(api.validBody(route))) {
        const values = [...CONFUSED, null].filter((value) => !RIGHT[field]?.includes(value))
        const replies = await Promise.all(
          values.map((value) => api.send(route, { ...api.validBody(route), [field]: value })),
        )
        const isFormed = [route.key, field, replies.map(({ status }) => status)]
        expect(isFormed).toEqual([route.key, field, values.map(() => 400)])
      }
    }
  })

  test('a duplicate key in an object is refused, in any spelling', async () => {
    for (const route of api.routes.filter(({ hasBody }) => hasBody)) {
      const valid = JSON.stringify(api.validBody(route)).slice(1)
      const [name = ''] = Object.keys(api.validBody(route))
      const escaped = [...name]
        .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')
      for (const twin of [name, escaped]) {
        const reply = await api.send(route, `{"${twin}":"x",${valid}`)
        expect([route.key, twin, reply.status]).toEqual([route.key, twin, 400])
      }
    }
    const deep = `{"id":"${randomUUID()}","content":"Oi","context":{"brandIds":[],"brandIds":[]}}`
    expect(
      (await api.people.owner.call('POST', `/api/v1/chats/${api.own.chatId}/messages`, deep)).status,
    ).toBe(400)
  })

  test.each([
    '/chats?limit=1&limit=2',
    '/chats?limit[]=1',
    '/chats?limit[$gt]=1',
    '/chats?archived=true&archived=false',
    '/chats?cursor=a&cursor=b',
    `/chats?agentId=${randomUUID()}&agentId=${randomUUID()}`,
    '/agents?q=a&q=b',
    '/agents?q[$regex]=.*',
    '/agents?labelId[]=x',
    '/agents?__proto__=x',
    '/agents?limit=1e2&limit=1e2',
    '/agents?limit=Infinity',
    '/agents?limit=0x10&constructor=x',
    '/chats/%7B%22$gt%22%3A%22%22%7D',
    '/chats/%5Bobject%20Object%5D/messages',
    '/chats/undefined/stream',
    '/agents/constructor',
    '/agents/__proto__',
  ])('%s is refused', async (path) => {
    expect((await api.people.owner.get(path)).status).toBe(400)
  })
})

describe('A44 prototype pollution', { timeout: 120_000 }, () => {
  test('has no effect in bodies, queries, cursors and cookies', async () => {
    const { owner } = api.people
    const own = Object.getOwnPropertyNames(Object.prototype).toSorted()
    const poison = '"polluted":"sim","role":"admin"'
    const bodies = [
      `{"__proto__":{${poison}}}`,
      `{"constructor":{"prototype":{${poison}}}}`,
      `{"agentId":"${api.agentId}","context":{"__proto__":{${poison}}}}`,
      `[{"__proto__":{${poison}}}]`,
    ]
    for (const route of api.routes) {
      for (const body of bodies) expect((await api.send(route, body)).status).toBeLessThan(500)
    }
    const cursor = Buffer.from(`{"__proto__":{${poison}},"0":1,"length":2}`).toString('base64url')
    const queries = ['__proto__[polluted]=sim', 'constructor[prototype][polluted]=sim', `cursor=${cursor}`]
    for (const query of queries) expect((await owner.get(`/chats?${query}`)).status).toBe(400)
    const Cookie = `__proto__=sim; constructor=sim; ${owner.cookie}`
    expect((await owner.call('GET', '/api/v1/labels', undefined, { Cookie })).status).toBe(200)
    expect(Object(Object.create(Object.prototype)).polluted).toBeUndefined()
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(own)
    expect((await owner.get('/chats')).status).toBe(200)
  })

  test('has no effect in a provider’s response', async () => {
    const { owner } = api.people
    const delta =
      '{"__proto__":{"polluted":"sim"},"tool_calls":[{"index":0,"id":"__proto__","type":"function","function":{"name":"constructor","arguments":"{}"}}]}'
    const chunk = `{"id":"__proto__","__proto__":{"polluted":"sim"},"object":"chat.completion.chunk","created":1,"model":"constructor","choices":[{"index":0,"delta":${delta}}]}`
    app.provider.script({ kind: 'insert', after: 2, bytes: `data: ${chunk}\n\n` })
    const events = await owner.send(await openChat(owner, api.agentId), newMessage())
    expect(events.at(-1)?.event).toMatch(/^(done|error)$/)
    expect(Object(Object.create(Object.prototype)).polluted).toBeUndefined()
    expect((await owner.get('/chats')).status).toBe(200)
  })
})
