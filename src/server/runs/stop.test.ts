import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply } from '../testing/factories/running-reply.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import type { ReplyFeed } from './reply-feed.ts'
import type { Runs } from './runs.ts'

let fixture: RunsFixture
let here: Runs
let there: Runs
beforeAll(async () => {
  fixture = await createRunsFixture()
  here = fixture.instance()
  there = fixture.instance()
})
afterAll(() => fixture.close())

/** All ends that a reader of this feed received. */
function endsOf(feed: ReplyFeed) {
  const ends = new Set<unknown>()
  const note = () => feed.end && ends.add(feed.end)
  feed.subscribe(note)
  note()
  return ends
}

describe('F21 stop', () => {
  test('aborts the provider, keeps the text, and may be repeated', async () => {
    const { id, script } = await fixture.begin(here)
    script.say('Texto parcial')
    const feed = await feedOf(here, id)
    await eventually(() => expect(feed.text).toBe('Texto parcial'))
    expect(await here.stop(id)).toBe(true)
    expect(script.isAborted).toBe(true)
    expect(await fixture.stored(id)).toMatchObject({
      status: 'stopped',
      content: 'Texto parcial',
      errorCode: null,
      usedModel: 'openai',
      leaseOwner: null,
    })
    expect(await here.stop(id)).toBe(false)
    expect(await there.stop(id)).toBe(false)
  })

  test('reaches a run on another instance, and stores all text that its readers saw (I4)', async () => {
    const { id, script } = await fixture.begin(here)
    const [feed, remote] = await Promise.all([feedOf(here, id), feedOf(there, id)])
    const ends = Promise.all([ended(feed), ended(remote)])
    const words = Array.from({ length: 20 }, (_, index) => `palavra ${index} `)
    let said = ''
    // The stop arrives between two saves.
    const stopped = sleep(0).then(() => there.stop(id))
    for (const word of words) {
      script.say(word)
      said += word
      await sleep(5)
    }
    expect(await stopped).toBe(true)
    await ends
    expect(script.isAborted).toBe(true)
    const row = await fixture.stored(id)
    expect(row).toMatchObject({
      status: 'stopped',
      content: feed.text,
      usedModel: 'openai',
      leaseOwner: null,
    })
    expect(feed.text).not.toBe('')
    expect(said.startsWith(feed.text)).toBe(true)
    expect(remote.text).toBe(feed.text)
    expect([feed.end, remote.end]).toEqual([
      { status: 'stopped', errorCode: null, finishReason: null },
      { status: 'stopped', errorCode: null, finishReason: null },
    ])
  })

  test('ends a reply of a dead writer, with the saved text', async () => {
    const orphan = await makeRunningReply(fixture.db, fixture.instance())
    await fixture.change(orphan, { content: 'Salvo' })
    expect(await here.stop(orphan)).toBe(true)
    expect(await fixture.stored(orphan)).toMatchObject({ status: 'stopped', content: 'Salvo' })
  })

  test('survives the death of both the writer and the requester', async () => {
    const [stopped, interrupted] = [
      await makeRunningReply(fixture.db, here),
      await makeRunningReply(fixture.db, here),
    ]
    const leaseUntil = new Date(Date.now() - 60_000)
    await fixture.change(stopped, { leaseOwner: '00000000-0000-0000-0000-000000000000', leaseUntil })
    await fixture.change(interrupted, { leaseUntil })
    await there.recover({ isAlone: false })
    expect(await fixture.stored(stopped)).toMatchObject({ status: 'stopped', errorCode: null })
    expect(await fixture.stored(interrupted)).toMatchObject({
      status: 'interrupted',
      errorCode: 'server_stopped',
    })
  })
})

type Race = {
  stopAfter: number
  finishAfter: number
  fails: boolean
  stoppers: string[]
  reapAfter: number | null
}

const milliseconds = fc.integer({ min: 0, max: 6 })
const race: fc.Arbitrary<Race> = fc.record({
  stopAfter: milliseconds,
  finishAfter: milliseconds,
  fails: fc.boolean(),
  stoppers: fc.subarray(['here', 'there', 'here again'], { minLength: 1 }),
  reapAfter: fc.option(milliseconds, { freq: 3 }),
})

const endedOrCut = (feed: ReplyFeed) =>
  new Promise<void>((resolve) => {
    const check = () => (feed.end || feed.isCut) && resolve()
    feed.subscribe(check)
    check()
  })

async function runRace({ stopAfter, finishAfter, fails, stoppers, reapAfter }: Race): Promise<void> {
  const { id, script } = await fixture.begin(here)
  const feed = await feedOf(here, id)
  const ends = endsOf(feed)
  script.say('texto')
  const finish = async () => {
    await sleep(finishAfter)
    script.say(' até o fim')
    if (fails) script.fail(new Error('broken'))
    else script.finish()
  }
  const stop = async (where: string) => {
    await sleep(stopAfter)
    return (where === 'there' ? there : here).stop(id)
  }
  // Occasionally another instance takes the writer for dead.
  const reap = async () => {
    if (reapAfter === null) return undefined
    await sleep(reapAfter)
    await fixture.change(id, { leaseUntil: new Date(0) })
    await there.recover({ isAlone: false })
    const { status } = await fixture.stored(id)
    return status === 'running' ? undefined : status
  }
  const [answers, reaped] = await Promise.all([Promise.all(stoppers.map(stop)), reap(), finish()])
  await endedOrCut(feed)
  await eventually(async () => expect((await fixture.stored(id)).status).not.toBe('running'))
  const { status, errorCode, finishReason, content, leaseOwner } = await fixture.stored(id)
  // Readers of a reply that was taken over must reconnect.
  if (feed.isCut) expect(reapAfter).not.toBeNull()
  expect([...ends]).toEqual(feed.isCut ? [] : [{ status, errorCode, finishReason }])
  expect(leaseOwner).toBeNull()
  if (reaped) expect(status).toBe(reaped)
  if (errorCode === 'server_stopped') {
    expect(reapAfter).not.toBeNull()
    return
  }
  expect(['stopped', fails ? 'interrupted' : 'done']).toContain(status)
  if (reapAfter === null) expect(content).toBe(feed.text)
  if (status === 'done') expect(content).toBe('texto até o fim')
  // A stop that was confirmed is stored, and a stored one was confirmed.
  expect(answers.includes(true)).toBe(status === 'stopped')
}

describe('F22 stop against finish', () => {
  test('200 random races: one final state in row, stream and answer', async () => {
    const races = fc.array(race, { minLength: 8, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(races, async (batch) => {
        await Promise.all(batch.map(runRace))
      }),
      { numRuns: 25, endOnFailure: true },
    )
  }, 60_000)
})
