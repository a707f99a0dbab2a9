import { beforeEach, expect, test } from 'vitest'
import { KEPT_HEADER, READER_HEADER } from '#shared/offline-cache.ts'
import { KeptAnswers } from './kept-answers.ts'

const SITE = 'https://elenco.exemplo'
const CHATS = `${SITE}/api/v1/chats?limit=3`
const CHAT = '0192aaaa-0000-7000-8000-000000000001'
const MESSAGES = `${SITE}/api/v1/chats/${CHAT}/messages`

const answerFor = (reader: string | null, text = 'segredo', init: ResponseInit = {}) =>
  new Response(JSON.stringify({ text }), {
    headers: { 'content-type': 'application/json', ...(reader && { [READER_HEADER]: reader }) },
    ...init,
  })

/** A double of the parts of CacheStorage that the class needs. */
function storage() {
  let entries = new Map<string, Response>()
  const keyOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  const cache = {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => void entries.set(keyOf(request), response),
    delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
  }
  const caches = {
    open: async () => cache,
    match: cache.match,
    delete: async () => {
      entries = new Map()
      return true
    },
  }
  return { caches: caches as unknown as CacheStorage, urls: () => [...entries.keys()] }
}

let stored: ReturnType<typeof storage>
let expired: Set<string>
let known: Set<string>
let kept: KeptAnswers
const expiration = {
  updateTimestamp: async (url: string) => void known.add(url),
  expireEntries: async () => undefined,
  isURLExpired: async (url: string) => expired.has(url),
  delete: async () => known.clear(),
}
beforeEach(() => {
  stored = storage()
  expired = new Set()
  known = new Set()
  kept = new KeptAnswers(stored.caches, expiration)
})

test('a response is returned, with its time, only to the reader that the server named', async () => {
  await kept.keep(MESSAGES, answerFor('ana'), kept.era)
  const found = await kept.find(MESSAGES, 'ana')
  expect(await found?.json()).toEqual({ text: 'segredo' })
  expect(Date.parse(found?.headers.get(KEPT_HEADER) ?? '')).toBeLessThanOrEqual(Date.now())
  expect(await kept.find(MESSAGES, 'bia')).toBeUndefined()
  expect(await kept.find(CHATS, 'ana')).toBeUndefined()
})

test.each([
  ['names nobody, as one to an administrator in somebody’s place', answerFor(null)],
  ['is a refusal', answerFor('ana', 'x', { status: 404, headers: { [READER_HEADER]: 'ana' } })],
  [
    'is a stream',
    new Response('data: x', { headers: { 'content-type': 'text/event-stream', [READER_HEADER]: 'ana' } }),
  ],
])('an answer that %s is not kept', async (_, answer) => {
  await kept.keep(MESSAGES, answer, kept.era)
  expect(stored.urls()).toEqual([])
})

test('a response requested before a removal is not stored after it', async () => {
  const asked = kept.era
  await kept.forgetAll()
  await kept.keep(MESSAGES, answerFor('ana'), asked)
  expect(stored.urls()).toEqual([])
  // The same while the body is still loading.
  let send = () => {}
  const body = new ReadableStream({
    start(controller) {
      send = () => {
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      }
    },
  })
  const slow = new Response(body, { headers: answerFor('ana').headers })
  const keeping = kept.keep(MESSAGES, slow, kept.era)
  const cleaning = kept.forgetAll()
  send()
  await Promise.all([keeping, cleaning])
  expect(stored.urls()).toEqual([])
  expect(known).toEqual(new Set())
})

test('a cleaning does not wait for a body that never ends', async () => {
  await kept.keep(CHATS, answerFor('ana'), kept.era)
  void kept.keep(
    MESSAGES,
    new Response(new ReadableStream(), { headers: answerFor('ana').headers }),
    kept.era,
  )
  await kept.forgetAll()
  expect(stored.urls()).toEqual([])
})

test('the first answer to another person leaves nothing of the one before, also after the worker slept', async () => {
  await kept.keep(MESSAGES, answerFor('ana'), kept.era)
  const awake = new KeptAnswers(stored.caches, expiration)
  await awake.keep(CHATS, answerFor('bia'), awake.era)
  expect(stored.urls()).toEqual([CHATS])
  expect(known).toEqual(new Set([CHATS]))
})

test('a deleted conversation goes, and with it the lists that name it', async () => {
  const other = `${SITE}/api/v1/agents`
  for (const url of [CHATS, MESSAGES, other]) await kept.keep(url, answerFor('ana'), kept.era)
  await kept.forgetChat(CHAT)
  expect(stored.urls()).toEqual([other])
})

test('an expired response is not returned', async () => {
  await kept.keep(MESSAGES, answerFor('ana'), kept.era)
  expired.add(MESSAGES)
  expect(await kept.find(MESSAGES, 'ana')).toBeUndefined()
})

test('a failed change does not hold up the next one', async () => {
  const broken = new KeptAnswers(stored.caches, {
    ...expiration,
    delete: () => Promise.reject(new Error('quota')),
  })
  await expect(broken.forgetAll()).rejects.toThrow('quota')
  await broken.keep(MESSAGES, answerFor('ana'), broken.era)
  expect(stored.urls()).toEqual([MESSAGES])
})

test('only lists of all conversations that were kept a while ago are read again', async () => {
  const ofAgent = `${SITE}/api/v1/chats?agentId=${CHAT}`
  for (const url of [CHATS, ofAgent, MESSAGES]) await kept.keep(url, answerFor('ana'), kept.era)
  expect(await kept.listsToReadAgain()).toEqual([])
  const cache = await stored.caches.open('')
  for (const url of [CHATS, ofAgent, MESSAGES]) {
    const headers = { [KEPT_HEADER]: new Date(Date.now() - 60_000).toISOString() }
    await cache.put(url, new Response('{}', { headers }))
  }
  expect(await kept.listsToReadAgain()).toEqual([CHATS])
})
