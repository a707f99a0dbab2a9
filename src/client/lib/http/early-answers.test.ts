/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { READER_HEADER } from '#shared/offline-cache.ts'
import { fetchOnce } from './early-answers.ts'

const CHAT = '/api/v1/chats/1'
const SESSION = '/api/auth/get-session'

let asked: string[]
let origin: string
let close: () => void

beforeEach(async () => {
  asked = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end('from the server')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => server.close()
  globalThis.earlyAnswers = new Map()
  // The process of the tests is older than a page that starts.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  globalThis.earlyAnswers = undefined
  vi.restoreAllMocks()
  close()
})

const early = (path: string, reader?: string) =>
  globalThis.earlyAnswers?.set(
    path,
    Promise.resolve(new Response('early', { headers: reader ? { [READER_HEADER]: reader } : {} })),
  )

async function read(path: string, reader?: string, method = 'GET'): Promise<string> {
  const headers = reader ? { [READER_HEADER]: reader } : {}
  return (await fetchOnce(new Request(origin + path, { method, headers }))).text()
}

test('an early answer is taken once', async () => {
  early(CHAT, 'ana')
  early(SESSION)
  expect(await read(CHAT, 'ana')).toBe('early')
  expect(await read(CHAT, 'ana')).toBe('from the server')
  expect(await read(SESSION)).toBe('early')
  expect(await read(SESSION)).toBe('from the server')
  expect(asked).toEqual([CHAT, SESSION])
})

test.each([
  ['another reader', 'bia', 'ana'],
  ['nobody, as during an impersonation', undefined, 'ana'],
  ['a reader whom the request does not name', 'ana', undefined],
  ['nobody, for a request that names nobody', undefined, undefined],
])('an early answer for %s is dropped', async (_, named, reader) => {
  early(CHAT, named)
  expect(await read(CHAT, reader)).toBe('from the server')
  expect(globalThis.earlyAnswers?.get(CHAT)).toBeUndefined()
})

test('what the app asks for itself is marked, so that the start of the page asks no more', async () => {
  expect(await read(CHAT, 'ana')).toBe('from the server')
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual([CHAT])
})

test('a call that may change something drops every early answer', async () => {
  early(CHAT, 'ana')
  early(SESSION)
  await read('/api/auth/sign-out', undefined, 'POST')
  expect(await read(SESSION)).toBe('from the server')
  expect(await read(CHAT, 'ana')).toBe('from the server')
})

test('a request that failed early is sent again', async () => {
  const failed = Promise.reject(new TypeError('offline'))
  failed.catch(() => undefined)
  globalThis.earlyAnswers?.set(SESSION, failed)
  expect(await read(SESSION)).toBe('from the server')
})

test('an early answer that nobody took for half a minute is dropped', async () => {
  early(SESSION)
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(await read(SESSION)).toBe('from the server')
})
