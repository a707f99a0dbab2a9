import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplyError } from '../ai/reply.ts'
import { chats, messages, usageMonths } from '../db/schema/index.ts'
import { makeRunningReply, scriptedReply } from '../testing/factories/running-reply.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import { STOP_ASKED } from './replies.queries.ts'
import type { Written } from './reply-log.ts'
import type { Runs } from './runs.ts'
import { type SettledReply, settleReply, stopWithoutWriter } from './settle.queries.ts'
import { takeOverOrphans } from './takeovers.queries.ts'

const [MONTH, BEFORE] = ['2026-11-01', '2026-10-01']
const USED = 5
const KEPT = { quotaMonth: MONTH, quotaLength: 0, used: USED }
const KEPT_MORE = { ...KEPT, quotaLength: 9 }
const GIVEN_BACK = { quotaMonth: null, quotaLength: null, used: USED - 1 }
/** Text of a continued reply; one character has two UTF-16 units. */
const BEFORE_THAT = { content: 'Já dito 🌱', quotaLength: 9 }
const MORE = { ...BEFORE_THAT, content: `${BEFORE_THAT.content}!` }
const LONG_AGO = new Date(0)
/** Unknown fields of a reply without a writer. */
const UNKNOWN = {
  ...{ provider: null, model: undefined, isOwnKey: undefined },
  ...{ usage: undefined, firstTokenMs: undefined },
}

let fixture: RunsFixture
let here: Runs
let there: Runs
beforeAll(async () => {
  fixture = await createRunsFixture()
  here = fixture.instance()
  there = fixture.instance()
})
afterAll(() => fixture.close())

/** Reserves quota of a month for a running reply. */
async function reserve(id: string, { month = MONTH, used = USED } = {}): Promise<string> {
  const { db } = fixture
  await fixture.change(id, { quotaMonth: month, quotaLength: 0 })
  const [chat] = await db
    .select({ userId: chats.userId })
    .from(chats)
    .innerJoin(messages, eq(messages.chatId, chats.id))
    .where(eq(messages.id, id))
  if (!chat) throw new Error('no chat')
  await db.insert(usageMonths).values({ userId: chat.userId, month, used })
  return chat.userId
}

/** The remaining reservation of a reply. */
async function leftOf(id: string, userId: string, month = MONTH) {
  const { quotaMonth, quotaLength } = await fixture.stored(id)
  const isThat = and(eq(usageMonths.userId, userId), eq(usageMonths.month, month))
  const [row] = await fixture.db.select().from(usageMonths).where(isThat)
  return { quotaMonth, quotaLength, used: row?.used }
}

async function begin(runs = here) {
  const { id, script } = await fixture.begin(runs)
  const userId = await reserve(id)
  const feed = await feedOf(runs, id)
  return { id, script, end: () => ended(feed), left: () => leftOf(id, userId) }
}

/** A reply whose writer is gone. */
async function orphan(values: Parameters<RunsFixture['change']>[1] = {}) {
  const id = await makeRunningReply(fixture.db, here)
  const userId = await reserve(id)
  await fixture.change(id, { leaseOwner: crypto.randomUUID(), leaseUntil: LONG_AGO, ...values })
  return { id, left: () => leftOf(id, userId) }
}

describe('the reserved quota of a reply', () => {
  test('is returned when it fails without text, for any cause', async () => {
    for (const error of [new ReplyError('provider_down'), new Error('broken')]) {
      const { id, script, end, left } = await begin()
      script.fail(error)
      await end()
      expect(await fixture.stored(id)).toMatchObject({ status: 'error', content: '' })
      expect(await left()).toEqual(GIVEN_BACK)
    }
  })

  test('is spent by any text, and by a user’s stop before the first word', async () => {
    const cut = await begin()
    cut.script.say('Um começo')
    cut.script.fail(new ReplyError('provider_down'))
    await cut.end()
    expect(await fixture.stored(cut.id)).toMatchObject({ status: 'interrupted', content: 'Um começo' })
    expect(await cut.left()).toEqual(KEPT)

    const stopped = await begin()
    expect(await here.stop(stopped.id)).toBe(true)
    expect(await fixture.stored(stopped.id)).toMatchObject({ status: 'stopped', content: '' })
    expect(await stopped.left()).toEqual(KEPT)
  })

  test('is returned when the server stops before the first word', async () => {
    const leaving = fixture.instance()
    const { id, left } = await begin(leaving)
    await leaving.drain(0)
    await there.recover({ isAlone: false })
    expect(await fixture.stored(id)).toMatchObject({ status: 'interrupted', errorCode: 'server_stopped' })
    expect(await left()).toEqual(GIVEN_BACK)
  })

  test('for a continuation is returned without new text, and spent with it', async () => {
    const goOn = async (more: string) => {
      const from = { text: BEFORE_THAT.content, attempt: 2, steps: [] }
      const id = await makeRunningReply(fixture.db, here)
      const userId = await reserve(id)
      await fixture.change(id, { ...BEFORE_THAT, attempt: from.attempt })
      const script = scriptedReply()
      here.start(id, script.generate, from)
      const feed = await feedOf(here, id)
      if (more) script.say(more)
      script.fail(new ReplyError('provider_down'))
      await ended(feed)
      expect(await fixture.stored(id)).toMatchObject({ status: 'interrupted', content: from.text + more })
      return leftOf(id, userId)
    }
    expect(await goOn('')).toEqual(GIVEN_BACK)
    expect(await goOn('!')).toEqual(KEPT_MORE)
  })
})

/** A takeover by an instance that is alone. */
const takeover = () => ({
  ...{ owner: crypto.randomUUID(), liveIds: [], isAlone: true, isOnce: true },
  seal: async (reply: Written) => reply,
})

describe('the reserved quota of an orphaned reply', () => {
  test('is returned without new text', async () => {
    const [silent, cut, asked, again, more] = [
      await orphan(),
      await orphan({ content: 'Um começo' }),
      await orphan({ leaseOwner: STOP_ASKED }),
      await orphan(BEFORE_THAT),
      await orphan(MORE),
    ]
    await there.recover({ isAlone: false })
    expect((await fixture.stored(asked.id)).status).toBe('stopped')
    const left = await Promise.all([silent, cut, asked, again, more].map((reply) => reply.left()))
    expect(left).toEqual([GIVEN_BACK, KEPT, GIVEN_BACK, GIVEN_BACK, KEPT_MORE])
  })

  test('is returned by a stop without the writer, if no new text is known', async () => {
    const [again, more] = [await orphan(BEFORE_THAT), await orphan(BEFORE_THAT)]
    await stopWithoutWriter(fixture.db, { id: again.id, attempt: 1, steps: [], text: BEFORE_THAT.content })
    await stopWithoutWriter(fixture.db, { id: more.id, attempt: 1, steps: [], text: MORE.content })
    expect([await again.left(), await more.left()]).toEqual([GIVEN_BACK, KEPT_MORE])
  })

  test('is returned by a takeover that ends it', async () => {
    // Its lease is valid, so that no other instance takes it over.
    const leaseUntil = new Date(Date.now() + 3_600_000)
    const [worn, worded, again, first] = [
      await orphan({ leaseUntil, attempt: 5 }),
      await orphan({ leaseUntil, attempt: 5, content: 'Um começo' }),
      await orphan({ leaseUntil, attempt: 5, ...BEFORE_THAT }),
      await orphan({ leaseUntil }),
    ]
    const { claimed, ended } = await takeOverOrphans(fixture.db, takeover())
    expect(claimed.map(({ id }) => id)).toEqual([first.id])
    expect(ended.toSorted()).toEqual([worn.id, worded.id, again.id].toSorted())
    const left = await Promise.all([worn, worded, again, first].map((reply) => reply.left()))
    expect(left).toEqual([GIVEN_BACK, KEPT, GIVEN_BACK, KEPT])
    await stopWithoutWriter(fixture.db, { id: first.id, attempt: 2, steps: [], text: '' })
  })

  test('is returned once under concurrent ends', async () => {
    const { db } = fixture
    const owner = crypto.randomUUID()
    const leaseUntil = new Date(Date.now() + 3_600_000)
    for (let round = 1; round <= 5; round += 1) {
      const { id, left } = await orphan({ leaseOwner: owner, leaseUntil, resumableUntil: LONG_AGO })
      const written = { id, attempt: 1, steps: [], text: '' }
      const end = { status: 'error', errorCode: 'provider_down', finishReason: null } as const
      const settled: SettledReply = { ...written, ...end, ...UNKNOWN }
      const ends = Array.from({ length: 4 }, () => [
        settleReply(db, owner, settled),
        stopWithoutWriter(db, written),
        takeOverOrphans(db, takeover()).then(({ ended }) => ended.includes(id)),
      ])
      const answers = await Promise.all(ends.flat())
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect(await left()).toEqual(GIVEN_BACK)
    }
  })

  test('is returned to its month, which never becomes negative', async () => {
    const { db } = fixture
    const id = await makeRunningReply(db, here)
    const userId = await reserve(id, { month: BEFORE, used: 0 })
    await db.insert(usageMonths).values({ userId, month: MONTH, used: USED })
    expect(await stopWithoutWriter(db, { id, attempt: 1, steps: [], text: '' })).toBe(true)
    expect(await leftOf(id, userId, BEFORE)).toEqual({ ...GIVEN_BACK, used: 0 })
    expect(await leftOf(id, userId)).toEqual({ ...GIVEN_BACK, used: USED })
  })
})
