import { pino } from 'pino'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { connect } from '../../db/connect.ts'
import { createRuns } from '../../runs/create-runs.ts'
import { startTcpProxy } from '../../testing/doubles/tcp-proxy.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makeRunningReply, scriptedReply } from '../../testing/factories/running-reply.ts'
import {
  createProxiedApp,
  eventually,
  type ProxiedApp,
  readUntil,
} from '../../testing/processes/proxied-app.ts'
import { ended, feedOf } from '../../testing/processes/runs-fixture.ts'
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
})
afterEach(() => {
  it.proxy.onChunk = () => {}
  it.proxy.restore()
  it.proxy.resume()
})

const stored = (id = chatId) => it.stored(id)

const open = (id: string, content: string): Promise<OpenStream> =>
  ana.open('POST', `/chats/${id}/messages`, newMessage(content))

const post = (id: string, message: ReturnType<typeof newMessage>) =>
  ana.post(`/chats/${id}/messages`, message)

describe('F28 the database stays down', () => {
  test('F28 saving a finished reply is retried, then its reader is told that it is not saved; the saved part stays', async () => {
    const log = pino({ level: 'silent' })
    // Of their own, and never restored: these runs would end the orphan instead of continuing it.
    const proxy = await startTcpProxy(it.app.databaseUrl)
    const database = connect({ connectionString: proxy.url }, log)
    const runs = createRuns({ db: database.db, log, settlePatienceMs: 500 })
    onTestFinished(async () => {
      await runs.drain(0)
      await database.close()
      await proxy.close()
    })
    const id = await makeRunningReply(database.db, runs)
    const script = scriptedReply()
    runs.start(id, script.generate)
    const feed = await feedOf(runs, id)
    const row = async () => (await it.ask('select status, content from messages where id = $1', [id]))[0]
    script.say('Salvo. ')
    await eventually(async () => expect((await row())?.content).toBe('Salvo. '))
    proxy.cut()
    script.say('Perdido.')
    script.finish()
    await ended(feed)
    expect(feed).toMatchObject({
      text: 'Salvo. Perdido.',
      end: { status: 'interrupted', errorCode: 'not_saved' },
    })
    // The lease is no longer renewed.
    await it.ask(`update messages set lease_until = now() - interval '1 minute' where id = $1`, [id])
    await eventually(async () =>
      // It goes on from the saved text, as after a crash.
      expect(await row()).toMatchObject({ status: 'done', content: expect.stringMatching(/^Salvo\. ./) }),
    )
  })
})

const sessionsWaiting = () =>
  it.ask(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

describe('F29 the database restarts', () => {
  test('F29 when every connection is terminated, live replies continue, an open send is refused completely, and nothing crashes', async () => {
    const chatIds = await Promise.all([openChat(ana, agentId), openChat(ana, agentId)])
    const release = Promise.withResolvers<void>()
    const hold = { kind: 'hold', after: 2, until: release.promise } as const
    it.app.provider.script(hold, hold)
    const streams = await Promise.all(chatIds.map((id) => open(id, 'Pergunta')))
    const begun = await Promise.all(streams.map((stream) => stream.until(' ')))
    const calls = it.app.provider.requests.length
    // Another connection locks the chat, so that a send blocks inside its transaction.
    const other = await it.connectDirectly()
    await other.query('begin')
    await other.query('select 1 from chats where id = $1 for update', [chatId])
    const sent = newMessage()
    const sending = post(chatId, sent)
    await eventually(async () => expect(await sessionsWaiting()).toHaveLength(1))
    await it.terminateSessions()
    // A restart ends this transaction too.
    await other.query('rollback')
    expect(await sending).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } })
    expect(await stored()).toEqual([])
    expect(it.app.provider.requests).toHaveLength(calls)

    release.resolve()
    for (const [index, stream] of streams.entries()) {
      const rest = await stream.rest()
      expect(rest.at(-1)?.data.status).toBe('done')
      const [, reply] = await stored(chatIds[index])
      expect(reply).toMatchObject({ status: 'done', content: (begun[index] ?? '') + textOf(rest) })
    }
    const events = await ana.send(chatId, sent)
    expect(events.at(-1)?.data.status).toBe('done')
    expect(await stored()).toHaveLength(2)
  })

  /** Loses the answer to the statement with this text; `then` follows the loss. */
  function loseAnswer(statement: string, then = () => {}) {
    let waiting: number | undefined
    it.proxy.onChunk = ({ from, bytes, connection }) => {
      if (from === 'client' && bytes.includes(statement)) waiting = connection
      else if (from === 'server' && connection === waiting) {
        it.proxy.onChunk = () => {}
        it.proxy.reset(connection)
        then()
      }
    }
  }

  const attempts = async () => {
    const text = `select attempt from messages where chat_id = $1 and sender = 'ai'`
    return (await it.ask<{ attempt: number }>(text, [chatId])).map(({ attempt }) => attempt)
  }

  const restartOf = (milliseconds: number) => () => {
    it.proxy.cut()
    setTimeout(it.proxy.restore, milliseconds)
  }

  test.each([
    ['', undefined],
    [' and the database does not answer for a while', restartOf(1_500)],
  ])(
    'F29 when the answer to a commit is lost%s, the message is stored once and answered',
    async (_, then) => {
      const sent = newMessage()
      loseAnswer('store_reply', then)
      const events = await ana.send(chatId, sent)
      const [human, reply, ...more] = await stored()
      expect(more).toEqual([])
      expect(human).toMatchObject({ id: sent.id, content: sent.content })
      expect(events.at(-1)?.data.status).toBe('done')
      expect(reply).toMatchObject({ status: 'done', content: textOf(events) })
      // Its run began with the send, not when its lease had ended.
      expect(await attempts()).toEqual([1])
    },
  )

  test('F29 a reply is continued although the answer to its commit is lost and the database does not answer for a while', async () => {
    it.app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    await ana.send(chatId, newMessage())
    const [, reply] = await stored()
    expect(reply?.status).toBe('interrupted')
    loseAnswer('commit', restartOf(1_500))
    const stream = await ana.open('POST', `/chats/${chatId}/messages/${reply?.id}/continue`)
    expect((await stream.rest()).at(-1)?.data.status).toBe('done')
    expect(await attempts()).toEqual([2])
  })

  test('F29 a send is refused when the database stays down after the answer was lost; its reply is written all the same', async () => {
    const sent = newMessage()
    loseAnswer('store_reply', it.proxy.cut)
    expect(await post(chatId, sent)).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } })
    it.proxy.restore()
    await it.ask(`update messages set lease_until = now() - interval '1 minute' where chat_id = $1`, [chatId])
    await eventually(async () =>
      expect(await stored()).toMatchObject([{ id: sent.id }, { sender: 'ai', status: 'done' }]),
    )
    expect((await ana.send(chatId, sent)).at(-1)?.data.status).toBe('done')
    expect(await stored()).toHaveLength(2)
  })

  test('F29 connections that break at the start of a transaction are returned, so the pool is never exhausted', async () => {
    it.proxy.onChunk = ({ from, bytes, connection }) => {
      if (from === 'client' && bytes.includes('begin')) it.proxy.reset(connection)
    }
    const choose = async () =>
      (await ana.call('PUT', `/api/v1/chats/${chatId}/branch`, { messageId: chatId })).status
    // One more than the pool's size.
    for (let round = 0; round <= 20; round += 1) expect(await choose()).toBe(503)
    it.proxy.onChunk = () => {}
    expect((await ana.send(chatId, newMessage())).at(-1)?.data.status).toBe('done')
  })
})

/** Counts the saves of partial replies that pass the proxy, and the maximum in flight. */
function watchSaves({ onFirst }: { onFirst: () => void }) {
  const underWay = new Set<number>()
  const saves = { count: 0, mostAtOnce: 0 }
  it.proxy.onChunk = ({ from, bytes, connection }) => {
    if (from === 'server') underWay.delete(connection)
    else if (bytes.includes('as saved (id, content')) {
      saves.count += 1
      if (saves.count === 1) onFirst()
      underWay.add(connection)
      saves.mostAtOnce = Math.max(saves.mostAtOnce, underWay.size)
    }
  }
  return saves
}

describe('F30 the database is slow', () => {
  test('F30 tokens keep arriving during a save, one save runs at a time, and nothing is missing afterwards', async () => {
    const stream = await open(chatId, 'Longa [[tokens=20000 delay=20]]')
    let shown = await stream.until(' ')
    // Paused at any other time, a save could wait for a connection and never start.
    const saves = watchSaves({ onFirst: () => it.proxy.pause() })
    shown += await readUntil(stream, () => saves.count > 0)
    // The readiness check waits some seconds for the silent database, long enough for the next saves.
    let readiness: number | undefined
    void ana.call('GET', '/api/ready').then(({ status }) => {
      readiness = status
    })
    shown += await readUntil(stream, () => readiness !== undefined)
    expect(readiness).toBe(503)
    expect(saves).toEqual({ count: 1, mostAtOnce: 1 })

    it.proxy.delayMs = 300
    it.proxy.resume()
    shown += await readUntil(stream, () => saves.count >= 3)
    expect(saves.mostAtOnce).toBe(1)
    it.proxy.delayMs = 0
    await eventually(async () => expect((await stored())[1]?.content.startsWith(shown)).toBe(true))
    expect((await ana.call('GET', '/api/ready')).status).toBe(200)
    await ana.post(`/chats/${chatId}/stop`)
    const rest = await stream.rest()
    expect(rest.at(-1)?.data.status).toBe('stopped')
    expect((await stored())[1]).toMatchObject({ status: 'stopped', content: shown + textOf(rest) })
  })
})
