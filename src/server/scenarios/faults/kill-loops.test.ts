import { randomInt, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import {
  abandoned,
  connectionsEnded,
  databaseRestarted,
  type Fault,
  sigkill,
  sigterm,
} from '../../testing/processes/kill-faults.ts'
import { type KillLoop, runKillLoop } from '../../testing/processes/kill-loop.ts'
import { createOwnDatabase, isExternal, startProcess } from '../../testing/processes/process-fixture.ts'
import { startServerProcess } from '../../testing/processes/server-process.ts'

// `bench/kill` runs the same loops, longer and with more streams.
const STREAMS = 10

async function expectNothingLost(
  loop: Pick<KillLoop, 'server' | 'other' | 'rounds'> & { blow: Fault },
): Promise<void> {
  const seed = randomInt(2 ** 31)
  const figures = await runKillLoop({ ...loop, streams: STREAMS, seed })
  // Only a second death in the same reply may leave one to its user.
  expect(figures.finished, `seed ${seed}`).toBeGreaterThanOrEqual(0.95 * figures.cut)
  expect(figures, `seed ${seed}`).toMatchObject({
    rounds: loop.rounds,
    acknowledged: loop.rounds * (STREAMS + STREAMS / 5),
    lost: 0,
    endless: 0,
    doubled: 0,
    excess: 0,
    problems: [],
  })
}

test('F26 repeated SIGKILL: no acknowledged message is lost, stuck or duplicated; I4 shown text is kept', async () => {
  // With an external database another instance could still be writing, so each round waits for the leases to
  // expire.
  await expectNothingLost({ server: await startProcess(), blow: sigkill, rounds: isExternal ? 1 : 2 })
}, 600_000)

test('I3 a killed server that does not return: another instance ends its replies and tells their readers', async () => {
  const shared = { DATABASE_URL: await createOwnDatabase(), SECRET: randomUUID() }
  const [server, other] = await Promise.all([startServerProcess(shared), startServerProcess(shared)])
  onTestFinished(async () => {
    await Promise.all([server.close(), other.close()])
  })
  await expectNothingLost({ server, other, blow: abandoned, rounds: 1 })
}, 600_000)

test('F25 repeated SIGTERM: replies end or are marked, and no shown text is lost', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '500' })
  await expectNothingLost({ server, blow: sigterm, rounds: 2 })
}, 600_000)

test('F29 repeated restarts of the database: streams continue, and every reply is completed', async () => {
  const blow = isExternal ? connectionsEnded : databaseRestarted
  await expectNothingLost({ server: await startProcess(), blow, rounds: 2 })
}, 600_000)
