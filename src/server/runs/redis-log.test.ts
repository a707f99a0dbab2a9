import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../db/schema/index.ts'
import { eventually } from '../testing/eventually.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/processes/redis-server.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import type { Runs } from './runs.ts'

describe.skipIf(!hasRedis)('the log of a reply in Redis', () => {
  let redis: RedisServer
  let fixture: RunsFixture
  let here: Runs
  let there: Runs

  beforeEach(async () => {
    redis = await startRedisServer()
    fixture = await createRunsFixture({ redisUrl: redis.url })
    here = fixture.instance()
    there = fixture.instance()
    await fixture.redisIs('up')
  })
  afterEach(async () => {
    redis?.thaw()
    await fixture?.close()
    await redis?.close()
  })

  /** A running reply with a reader on each instance. */
  async function followed() {
    const { id, script } = await fixture.begin(here)
    const [local, remote] = await Promise.all([feedOf(here, id), feedOf(there, id)])
    const ends = Promise.all([ended(local), ended(remote)])
    let said = ''
    return {
      ...{ id, script, local, remote, ends },
      say(text: string) {
        said += text
        script.say(text)
      },
      /** Both readers have all the text, and no more. */
      async shown() {
        await eventually(() => expect([local.text, remote.text]).toEqual([said, said]))
      },
      async endsWhole() {
        script.finish()
        await ends
        expect([local.text, remote.text]).toEqual([said, said])
        expect([local.end?.status, remote.end?.status]).toEqual(['done', 'done'])
        expect(await fixture.stored(id)).toMatchObject({ status: 'done', content: said, attempt: 1 })
      },
    }
  }

  test('I6 readers on another instance follow without the database', async () => {
    const reply = await followed()
    reply.say('Antes. ')
    await reply.shown()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const locked = fixture.db.transaction(async (tx) => {
      // Saves are blocked, so that rows do not change.
      await tx.select().from(messages).for('update')
      await held
    })
    for (const word of ['Enquanto ', 'isso, ', 'a história 🎭 ', 'continua. ']) {
      reply.say(word)
      await reply.shown()
    }
    release()
    await locked
    await reply.endsWhole()
  })

  test('F16 a late or reconnecting reader gets everything at once', async () => {
    const reply = await followed()
    for (const word of ['Um, ', 'dois, ', 'três, ']) {
      reply.say(word)
      await reply.shown()
      expect((await feedOf(there, reply.id)).text).toBe(reply.local.text)
      const third = fixture.instance()
      await fixture.redisIs('up')
      expect((await feedOf(third, reply.id)).text).toBe(reply.local.text)
    }
    await reply.endsWhole()
    expect(await feedOf(there, reply.id)).toMatchObject({ text: 'Um, dois, três, ', end: { status: 'done' } })
  })

  test('F21 a stop crosses instances at once', async () => {
    const reply = await followed()
    reply.say('Até aqui')
    await reply.shown()
    expect(await there.stop(reply.id)).toBe(true)
    expect(reply.script.isAborted).toBe(true)
    await reply.ends
    expect(await fixture.stored(reply.id)).toMatchObject({ status: 'stopped', content: 'Até aqui' })
  })

  test('F32 a restart mid-reply: no text is missing or repeated', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, followed))
    const all = (step: (reply: (typeof replies)[number]) => Promise<void> | void) =>
      Promise.all(replies.map(step))
    await all((reply) => reply.say('Com Redis, '))
    await all((reply) => reply.shown())
    await redis.kill()
    await all((reply) => reply.say('sem Redis, '))
    await all((reply) => reply.shown())
    await fixture.redisIs('away')
    await all((reply) => reply.say('ainda sem, '))
    await all((reply) => reply.shown())
    await redis.start()
    await fixture.redisIs('up')
    await all((reply) => reply.say('outra vez com ele.'))
    await all((reply) => reply.shown())
    await all((reply) => reply.endsWhole())
  })

  test('F32 a hanging Redis delays readers only briefly', async () => {
    const reply = await followed()
    reply.say('Antes, ')
    await reply.shown()
    redis.freeze()
    reply.say('durante ')
    await reply.shown()
    redis.thaw()
    await fixture.redisIs('up')
    reply.say('e depois.')
    await reply.shown()
    await reply.endsWhole()
  })

  test('F32 is refilled after a flush', async () => {
    const reply = await followed()
    const client = createClient({ url: redis.url })
    await client.connect()
    try {
      reply.say('Antes, ')
      await reply.shown()
      await client.flushAll()
      reply.say('e depois.')
      await reply.shown()
      const third = fixture.instance()
      await fixture.redisIs('up')
      expect((await feedOf(third, reply.id)).text).toBe('Antes, e depois.')
      await reply.endsWhole()
    } finally {
      client.destroy()
    }
  })

  test('F33 a closed log accepts nothing more; the row decides the owner', async () => {
    const reply = await followed()
    reply.say('Antes, ')
    await reply.shown()
    const client = createClient({ url: redis.url })
    await client.connect()
    try {
      // Another instance sealed the log, but failed to take the reply over.
      await client.xAdd(`elenco:reply:${reply.id}:1`, '999999999999-0', { text: '' })
      reply.say('e depois.')
      await reply.shown()
      await reply.endsWhole()
    } finally {
      client.destroy()
    }
  })

  test('F36 a thousand disconnected readers leave nothing behind', async () => {
    const reply = await followed()
    const client = createClient({ url: redis.url })
    await client.connect()
    /** Number of reads from Redis. */
    const reads = async () => /cmdstat_xread:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]
    try {
      for (let count = 0; count < 1_000; count += 1) {
        const feed = await feedOf(there, reply.id)
        // All readers share one text.
        expect(feed).toBe(reply.remote)
        feed.subscribe(() => {})()
      }
      reply.say('Para quem ficou.')
      await reply.shown()
      await reply.endsWhole()
      expect(await feedOf(there, reply.id)).not.toBe(reply.remote)
      await eventually(async () => {
        const before = await reads()
        await sleep(500)
        expect(await reads()).toBe(before)
      })
    } finally {
      client.destroy()
    }
  })

  test('L11 one append per window for any number of tokens; every key expires', async () => {
    const reply = await followed()
    const client = createClient({ url: redis.url })
    await client.connect()
    try {
      const began = performance.now()
      for (let count = 0; count < 200; count += 1) {
        reply.say(`palavra ${count} `)
        await sleep(1)
      }
      await reply.shown()
      const windows = Math.ceil((performance.now() - began) / 30) + 1
      const [key = ''] = await client.keys('elenco:reply:*')
      expect(key).toBe(`elenco:reply:${reply.id}:1`)
      expect(await client.xLen(key)).toBeLessThanOrEqual(windows)
      expect(await client.ttl(key)).toBeGreaterThan(0)
      await reply.endsWhole()
      await eventually(async () => expect(await client.ttl(key)).toBeLessThanOrEqual(60))
      expect(await client.ttl(key)).toBeGreaterThan(0)
    } finally {
      client.destroy()
    }
  })
})
