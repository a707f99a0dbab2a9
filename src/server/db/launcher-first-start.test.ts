import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { kill, programsOn, query, start, startInChild, temporaryDataDir, until } from './launcher-fixture.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 300_000 })

const MOMENTS = 12
const AT_ONCE = 3
// A given seed repeats the moments of a failed run.
const seed = Number(process.env.LAUNCHER_SEED ?? Date.now() % 2 ** 31)

test('launcher 1 a first start killed at 12 random moments: the next start succeeds, without leftovers', async () => {
  const wholeMs = await durationOfFirstStart()
  const chances = fc.sample(fc.noBias(fc.nat(999)), { seed, numRuns: MOMENTS })
  // One moment in each twelfth of the duration, so that every stage is covered.
  const moments = chances.map((chance, index) => ((index + chance / 1000) / MOMENTS) * wholeMs * 1.5)
  const outcomes = await inTurns(moments, killAndStartAgain)
  expect(outcomes, `LAUNCHER_SEED=${seed}`).toEqual(Array(MOMENTS).fill('works'))
})

async function durationOfFirstStart(): Promise<number> {
  const app = startInChild(await temporaryDataDir())
  await app.begun
  const begunAt = performance.now()
  expect(await app.outcome).toBe('ready')
  const duration = performance.now() - begunAt
  await kill(app.child)
  return duration
}

async function killAndStartAgain(moment: number): Promise<string> {
  const dataDir = await temporaryDataDir()
  const app = startInChild(dataDir)
  await app.begun
  await sleep(moment)
  await kill(app.child)
  try {
    const server = await start(dataDir)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).toSorted()).toEqual(['app.lock', 'pg', 'run'])
    await server.stop()
    expect(await readdir(dataDir)).toEqual(['pg'])
    await until(async () => (await programsOn(dataDir)).length === 0)
    return 'works'
  } catch (error) {
    return `killed after ${Math.round(moment)} ms: ${error}`
  }
}

/** Runs `work` on every item with limited concurrency. */
async function inTurns<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
