import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import {
  createProxiedApp,
  eventually,
  type ProxiedApp,
  readUntil,
} from '../../testing/processes/proxied-app.ts'
import { type OpenStream, type TestClient, textOf } from '../../testing/test-client.ts'

// Other suites may run on a small machine at the same time.
vi.setConfig({ testTimeout: 90_000 })

let it: ProxiedApp
let ana: TestClient
let agentId: string
let chatId: string
beforeAll(async () => {
  it = await createProxiedApp()
  ana = await it.app.signUp()
  agentId = await openAgentId(ana)
})
afterAll(() => it.close())
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
  // With a title set, no background title request interferes with the next send.
  await ana.call('PATCH', `/api/v1/chats/${chatId}`, { title: 'Sem título do modelo' })
})
afterEach(() => {
  it.proxy.onChunk = () => {}
  it.proxy.restore()
})

const stored = (id = chatId) => it.stored(id)

/** Asserts a send that leaves no row and reaches no provider. */
async function expectRefusal(message: { id: string; content: string }, status: number) {
  const calls = it.app.provider.requests.length
  const refused = await ana.post(`/chats/${chatId}/messages`, message)
  expect(refused).toMatchObject({ status, success: false, error: { code: 'UNAVAILABLE' } })
  expect(await stored()).toEqual([])
  expect(it.app.provider.requests).toHaveLength(calls)
  return refused
}

async function expectReply(message: { id: string; content: string }): Promise<void> {
  const events = await ana.send(chatId, message)
  expect(events.at(-1)?.data.status).toBe('done')
  expect(await stored()).toMatchObject([
    { sender: 'human', content: message.content },
    { sender: 'ai', status: 'done', content: textOf(events) },
  ])
}

describe('F27 the database is down during a send', () => {
  test('F27 nothing is stored, no provider is called, and the same send succeeds afterwards', async () => {
    const sent = newMessage()
    it.proxy.cut()
    const refused = await expectRefusal(sent, 503)
    expect(refused.error.message).toMatch(/^O serviço está indisponível agora.*tente de novo/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ana.call('GET', '/api/ready')).status).toBe(503)
    expect((await ana.call('GET', '/api/health')).status).toBe(200)
    it.proxy.restore()
    await expectReply(sent)
    expect((await ana.call('GET', '/api/ready')).status).toBe(200)
  })

  test.each(['session_user', 'reply_source', 'store_reply'])(
    'F27 the same holds when the connection breaks at «%s»',
    async (statement) => {
      const sent = newMessage()
      const broken: number[] = []
      it.proxy.onChunk = ({ from, bytes, connection }) => {
        if (from !== 'client' || broken.length > 0 || !bytes.includes(statement)) return
        broken.push(connection)
        it.proxy.reset()
      }
      await expectRefusal(sent, 503)
      expect(broken).toHaveLength(1)
      await expectReply(sent)
    },
  )
})

describe('F28 the database goes down during replies', () => {
  test('F28 replies continue, memory is bounded by their length, and all is stored afterwards', async () => {
    const [endingId, hugeId] = [await openChat(ana, agentId), await openChat(ana, agentId)]
    const release = Promise.withResolvers<void>()
    const hold = { kind: 'hold', after: 1, until: release.promise } as const
    const long = await open(chatId, 'Longa [[tokens=20000 delay=20]]')
    let shown = await long.until(' ')
    it.app.provider.script({ ...hold, tokens: ['Quase ', 'no ', 'fim.'] })
    const ending = await open(endingId, 'Curta')
    await ending.until('Quase ')
    it.app.provider.script({ ...hold, delayMs: 0, tokens: ['Olá ', ...Array(40).fill('x'.repeat(10_000))] })
    const huge = await open(hugeId, 'Enorme')
    await huge.until('Olá ')

    it.proxy.cut()
    release.resolve()
    const hugeText = huge.until('x'.repeat(190_000))
    shown += await readUntil(long, () => it.app.logs.some((line) => line.includes('could not be saved')), 1)
    await hugeText
    const before = (await stored()).at(-1)?.content ?? ''
    // Simulates hours of downtime: the writer must not take its own reply for an orphan.
    await it.ask(`update messages set lease_until = now() - interval '1 hour' where status = 'running'`)
    shown += await readUntil(long, () => true, 50)
    expect(shown.length).toBeGreaterThan(before.length)
    expect((await stored(endingId)).at(-1)).toMatchObject({ status: 'running' })

    it.proxy.restore()
    const [endOfEnding, endOfHuge] = await Promise.all([ending.rest(), huge.rest()])
    expect(endOfEnding.at(-1)?.data.status).toBe('done')
    expect((await stored(endingId)).at(-1)).toMatchObject({ status: 'done', content: 'Quase no fim.' })
    expect(endOfHuge.at(-1)?.data.status).toBe('done')
    const [, whole] = await stored(hugeId)
    expect(whole).toMatchObject({ status: 'done', finish_reason: 'length' })
    expect(whole?.content.length).toBeLessThan(256 * 1024)

    await eventually(async () => {
      const now = (await stored()).at(-1)
      expect(now?.status).toBe('running')
      expect(now?.content.startsWith(shown)).toBe(true)
    })
    expect((await ana.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    const rest = await long.rest()
    expect(rest.at(-1)?.data.status).toBe('stopped')
    expect((await stored()).at(-1)).toMatchObject({ status: 'stopped', content: shown + textOf(rest) })
  })
})

const open = (id: string, content: string): Promise<OpenStream> =>
  ana.open('POST', `/chats/${id}/messages`, newMessage(content))

describe('F31 the disk is full', () => {
  test('F31 a send is refused with 507 and a plain message, reading works, and live replies are kept until there is room', async () => {
    const liveId = await openChat(ana, agentId)
    const release = Promise.withResolvers<void>()
    it.app.provider.script({ kind: 'hold', after: 1, until: release.promise, tokens: ['Um ', 'dois.'] })
    const live = await open(liveId, 'Pergunta')
    await live.until('Um ')
    await it.ask(`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await it.ask(
      'create trigger no_room before insert or update on messages for each row execute function no_room()',
    )
    const sent = newMessage()
    const refused = await expectRefusal(sent, 507)
    expect(refused.error.message).toMatch(/^O servidor está sem espaço em disco.*continua disponível\.$/)
    expect(await messagesOf(ana, liveId)).toHaveLength(2)
    expect((await ana.get('/agents')).status).toBe(200)
    release.resolve()
    await live.until('dois.')
    await it.ask('drop trigger no_room on messages')
    expect((await live.rest()).at(-1)?.data.status).toBe('done')
    expect((await stored(liveId)).at(-1)).toMatchObject({ status: 'done', content: 'Um dois.' })
    await expectReply(sent)
  })
})
