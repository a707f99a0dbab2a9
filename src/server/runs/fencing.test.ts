import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectRedis } from '../db/redis.ts'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply } from '../testing/factories/running-reply.ts'
import { hasRedis, startRedisServer } from '../testing/processes/redis-server.ts'
import { createRunsFixture, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import { logKey } from './log-entries.ts'
import { createOrphanRecovery } from './orphans.ts'
import { createRedisLog } from './redis-log.ts'
import { isWriter, releaseReply } from './replies.queries.ts'
import { createLocalLog } from './reply-log.ts'
import { settleReply, stopWithoutWriter } from './settle.queries.ts'

const log = pino({ level: 'silent' })
let fixture: RunsFixture

beforeEach(async () => {
  fixture = await createRunsFixture()
})
afterEach(() => fixture.close())

test('F33 an earlier attempt changes nothing, also when the same server writes the next one', async () => {
  const { db } = fixture
  const id = await makeRunningReply(db, fixture.instance())
  await fixture.change(id, { attempt: 2, content: 'da segunda vez' })
  const owner = (await fixture.stored(id)).leaseOwner ?? ''
  const first = { id, attempt: 1, steps: [], text: 'da primeira vez' }
  const end = { status: 'done', errorCode: null, finishReason: 'stop' } as const
  const unknown = {
    ...{ provider: null, model: undefined, isOwnKey: undefined },
    ...{ usage: undefined, firstTokenMs: undefined },
  }
  expect(await isWriter(db, owner, first)).toBe(false)
  expect(await settleReply(db, owner, { ...first, ...end, ...unknown })).toBe(false)
  expect(await releaseReply(db, owner, { ...first, firstTokenMs: undefined })).toBe(false)
  expect(await stopWithoutWriter(db, first)).toBe(false)
  expect(await fixture.stored(id)).toMatchObject({ status: 'running', attempt: 2, content: 'da segunda vez' })
  expect(await isWriter(db, owner, { id, attempt: 2 })).toBe(true)
})

test('F28 after an outage live writers can renew their leases before orphans are recovered', async () => {
  const { db } = fixture
  const gone = fixture.instance()
  const id = await makeRunningReply(db, gone)
  // It would recover the row itself.
  await gone.drain(0)
  const ended: string[] = []
  const orphanage = createOrphanRecovery({
    db,
    log,
    owner: crypto.randomUUID(),
    replyLog: createLocalLog(db),
    intervalMs: 1,
    liveIds: () => [],
    isAccepting: () => true,
    takeUp: () => {},
    giveUp: async () => {},
    onEnd: (ids) => ended.push(...ids),
  })
  const leaseUntil = new Date(Date.now() - 60_000)
  await fixture.change(id, { status: 'running', leaseOwner: crypto.randomUUID(), leaseUntil })
  // Longer than the outage threshold: no check and no renewal happened.
  await sleep(3_100)
  await orphanage.check()
  expect(ended).toEqual([])
  expect((await fixture.stored(id)).status).toBe('running')
  await eventually(async () => {
    await orphanage.check()
    expect(ended).toEqual([id])
  })
})

describe.skipIf(!hasRedis)('a log that a successor has sealed', () => {
  test('F33 refuses appends of a resumed writer', async () => {
    const server = await startRedisServer()
    const redis = connectRedis(server.url, log)
    const client = createClient({ url: server.url })
    try {
      await client.connect()
      await eventually(() => expect(redis.isUp).toBe(true))
      const replies = createRedisLog({ redis, db: fixture.db, log, onStop: () => {} })
      const reply = { id: crypto.randomUUID(), attempt: 1, steps: [], text: 'Antes' }
      const key = logKey(reply)
      await client.xAdd(key, '5-0', { text: 'Antes' })
      await client.xAdd(key, '13-0', { text: ', e mais' })
      expect(await replies.seal(reply)).toEqual({ text: 'Antes, e mais', steps: [] })
      await expect(client.xAdd(key, '20-0', { text: ' tarde' })).rejects.toThrow('smaller')
    } finally {
      client.destroy()
      redis.close()
      await server.close()
    }
  })
})
