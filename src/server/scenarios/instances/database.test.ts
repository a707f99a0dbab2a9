import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createProxiedApp, eventually, type ProxiedApp } from '../../testing/processes/proxied-app.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../../testing/processes/redis-server.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import type { TestClient } from '../../testing/test-client.ts'

describe.skipIf(!hasRedis)('two instances that share a Redis, and a database that misbehaves', () => {
  let redis: RedisServer
  let proxied: ProxiedApp
  let second: SecondInstance
  let here: TestClient
  let there: TestClient

  beforeAll(async () => {
    redis = await startRedisServer()
    proxied = await createProxiedApp()
    await proxied.app.restart({ REDIS_URL: redis.url })
    second = await startSecondInstance(proxied.app)
    here = await proxied.app.signUp()
    there = second.as(here)
    for (const client of [here, there]) {
      await eventually(async () =>
        expect((await client.call('GET', '/api/ready')).data).toMatchObject({ redis: 'ok' }),
      )
    }
  })
  afterAll(async () => {
    await second?.server.stop()
    await proxied?.close()
    await redis?.close()
  })

  test('F28 when the database is down beyond a lease, readers continue, and no live writer is taken for dead', async () => {
    const { app, ask, proxy, stored } = proxied
    const chatId = await openChat(here, await openAgentId(here))
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const tokens = Array.from({ length: 60 }, (_, index) => `palavra ${index} `)
    app.provider.script({ kind: 'hold', after: 30, until, tokens, delayMs: 5 })
    const lead = new Follower(await here.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    const follower = await Follower.open(there, chatId)
    const first = tokens.slice(0, 30).join('')
    await eventually(() => expect([lead.text, follower?.text]).toEqual([first, first]))
    proxy.cut()
    goOn()
    const whole = tokens.join('')
    // Through Redis alone; the end is reported only after it is stored.
    await eventually(() => expect([lead.text, follower?.text]).toEqual([whole, whole]))
    expect([lead.end, follower?.end]).toEqual([undefined, undefined])
    // Each orphan check, a second apart, logs the outage; three such lines outlast a lease.
    const missed = () => app.logs.filter((line) => line.includes('orphans could not be looked for'))
    await eventually(() => expect(missed().length).toBeGreaterThan(2))
    // Expires the lease directly instead of waiting for it.
    await ask(`update messages set lease_until = now() - interval '1 minute' where id = $1`, [lead.messageId])
    proxy.restore()
    await Promise.all([lead.closed, follower?.closed])
    for (const it of [lead, follower]) {
      expect(it).toMatchObject({ text: whole, status: 'done', problems: [] })
    }
    expect(await stored(chatId)).toMatchObject([{}, { status: 'done', content: whole }])
    const [row] = await ask<{ attempt: number }>('select attempt from messages where id = $1', [
      lead.messageId,
    ])
    expect(row?.attempt).toBe(1)
  })
})
