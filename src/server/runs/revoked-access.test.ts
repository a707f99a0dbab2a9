import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, users } from '../db/schema/index.ts'
import { eventually } from '../testing/eventually.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import type { Runs } from './runs.ts'

let fixture: RunsFixture
let runs: Runs
beforeAll(async () => {
  fixture = await createRunsFixture()
  runs = fixture.instance()
})
afterAll(() => fixture.close())

/** A running reply with some text, and its user. */
async function speaking() {
  const { id, script } = await fixture.begin(runs)
  script.say('Até aqui')
  const feed = await feedOf(runs, id)
  await eventually(() => expect(feed.text).toBe('Até aqui'))
  const { chatId } = await fixture.stored(id)
  const [chat] = await fixture.db.select().from(chats).where(eq(chats.id, chatId))
  return { id, script, feed, chatId, userId: chat?.userId ?? '' }
}

const ban = (userId: string, banExpires: Date | null) =>
  fixture.db.update(users).set({ banned: true, banExpires }).where(eq(users.id, userId))
const remove = (chatId: string) =>
  fixture.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))

describe('F24 a reply that its user may no longer read', () => {
  test('ends with its text: banned, banned for a while, chat deleted', async () => {
    const replies = await Promise.all(Array.from({ length: 3 }, speaking))
    const [banned, forAWhile, deleted] = replies
    await ban(banned?.userId ?? '', null)
    await ban(forAWhile?.userId ?? '', new Date(Date.now() + 3_600_000))
    await remove(deleted?.chatId ?? '')
    for (const { id, script, feed } of replies) {
      await ended(feed)
      expect(feed.end).toEqual({ status: 'stopped', errorCode: null, finishReason: null })
      expect(script.isAborted).toBe(true)
      expect(await fixture.stored(id)).toMatchObject({ status: 'stopped', content: 'Até aqui' })
    }
  })

  test('does not affect other users, or users with an expired ban', async () => {
    const [other, free, gone] = await Promise.all([speaking(), speaking(), speaking()])
    await ban(free.userId, new Date(Date.now() - 3_600_000))
    await remove(gone.chatId)
    // One check finds all of them, so the other two were checked and kept.
    await ended(gone.feed)
    for (const { id, script, feed } of [other, free]) {
      script.say(' e além')
      script.finish()
      await ended(feed)
      expect(await fixture.stored(id)).toMatchObject({ status: 'done', content: 'Até aqui e além' })
    }
  })

  test('ends also when its rows are deleted, without writing', async () => {
    const [ofChat, ofPerson] = await Promise.all([speaking(), speaking()])
    const elsewhere = await feedOf(fixture.instance(), ofChat.id)
    await fixture.db.delete(chats).where(eq(chats.id, ofChat.chatId))
    await fixture.db.delete(users).where(eq(users.id, ofPerson.userId))
    for (const { id, script, feed } of [ofChat, ofPerson]) {
      await ended(feed)
      expect(feed.end?.status).toBe('stopped')
      expect(script.isAborted).toBe(true)
      await expect(fixture.stored(id)).rejects.toThrow('no such message')
    }
    await ended(elsewhere)
    expect(elsewhere.end?.status).toBe('stopped')
  })

  test('closes readers on another instance, also when the writer is dead', async () => {
    const there = fixture.instance()
    const { id, userId, script } = await speaking()
    const lost = await speaking()
    // A dead writer with a long lease.
    await fixture.change(lost.id, {
      leaseOwner: '0195e7c0-0000-7000-8000-000000000000',
      leaseUntil: new Date(Date.now() + 3_600_000),
    })
    const feeds = await Promise.all([feedOf(there, id), feedOf(there, lost.id)])
    const ends = Promise.all(feeds.map(ended))
    await ban(userId, null)
    await ban(lost.userId, null)
    await ends
    expect(feeds.map(({ end }) => end?.status)).toEqual(['stopped', 'stopped'])
    await eventually(() => expect(script.isAborted).toBe(true))
  })
})
