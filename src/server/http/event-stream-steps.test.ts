import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReplyStep } from '#shared/contract/messages.ts'
import { LiveReply } from '../runs/reply-feed.ts'
import { OpenStream, type StreamedEvent } from '../testing/test-client.ts'
import { createRouter } from './context.ts'
import { streamFeed } from './event-stream.ts'

const [ONE, TWO] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']

let feed: LiveReply
const app = createRouter().get('/', (c) => {
  c.set('requestId', 'test')
  const after = Number(c.req.header('last-event-id') ?? 0)
  const toTerminal = () => ({ event: 'done' as const, data: { messageId: ONE, status: 'done' } })
  return streamFeed(c, { feed, after, headers: {}, toTerminal })
})
const server = createAdaptorServer({ fetch: app.fetch })
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  feed = new LiveReply()
})

const step = (id: string, status: ReplyStep['status']) => feed.step({ id, name: 'calcular', status })
const finish = () => feed.finish({ status: 'done', errorCode: null, finishReason: 'stop' })

async function open(after = 0): Promise<OpenStream> {
  const { port } = server.address() as AddressInfo
  return new OpenStream(
    await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Last-Event-ID': String(after) } }),
  )
}

/** Each event as its id and its token, or the state and place of its step. */
const brief = (events: StreamedEvent[]) =>
  events.map(({ id, event, data }) => {
    if (event === 'token') return [id, data.token]
    return event === 'tool' ? [id, `${data.status}@${data.at}`] : [id, event]
  })

/** A reply with two steps: at its beginning, and after its first words. */
function write(): void {
  step(ONE, 'done')
  feed.append('Vou ver. ')
  step(TWO, 'done')
  feed.append('Custa 90.')
}

test('a snapshot has each step once, between the text before it and the text after it', async () => {
  write()
  finish()
  expect(brief(await (await open()).rest())).toEqual([
    [0, 'done@0'],
    [9, 'Vou ver. '],
    [9, 'done@9'],
    [18, 'Custa 90.'],
    [18, 'done'],
  ])
})

test.each([
  [
    1,
    [
      [9, 'ou ver. '],
      [9, 'done@9'],
      [18, 'Custa 90.'],
      [18, 'done'],
    ],
  ],
  [
    9,
    [
      [9, 'done@9'],
      [18, 'Custa 90.'],
      [18, 'done'],
    ],
  ],
  [
    10,
    [
      [18, 'usta 90.'],
      [18, 'done'],
    ],
  ],
  [18, [[18, 'done']]],
])('a reader who resumes after %i gets only what may be missing', async (after, expected) => {
  write()
  finish()
  expect(brief(await (await open(after)).rest())).toEqual(expected)
})

test('a live reader gets each change when it happens, and nothing again', async () => {
  const stream = await open()
  const next = async () => brief([(await stream.next()) as StreamedEvent])[0]
  step(ONE, 'running')
  expect(await next()).toEqual([0, 'running@0'])
  step(ONE, 'error')
  expect(await next()).toEqual([0, 'error@0'])
  feed.append('Sem isso.')
  expect(await next()).toEqual([9, 'Sem isso.'])
  step(TWO, 'running')
  expect(await next()).toEqual([9, 'running@9'])
  // A reader who leaves here and returns after 9 gets the later state.
  step(TWO, 'done')
  finish()
  expect(brief(await (await open(9)).rest())).toEqual([
    [9, 'done@9'],
    [9, 'done'],
  ])
  expect(brief(await stream.rest())).toEqual([
    [9, 'done@9'],
    [9, 'done'],
  ])
})

test('a row that was read with more text has its steps in their places too', async () => {
  const stream = await open()
  const whole = new LiveReply()
  whole.append('Um. ')
  whole.step({ id: ONE, name: 'calcular', status: 'done' })
  whole.append('Dois.')
  feed.append('U')
  feed.grow(whole)
  finish()
  expect(brief(await stream.rest())).toEqual([
    [4, 'Um. '],
    [4, 'done@4'],
    [9, 'Dois.'],
    [9, 'done'],
  ])
})
