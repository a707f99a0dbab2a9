import { randomInt } from 'node:crypto'
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

// The same loops, longer and under more streams, are `bench/kill`.
const STREAMS = 10

async function expectNothingLost(
  loop: Pick<KillLoop, 'server' | 'other' | 'rounds'> & { blow: Fault },
): Promise<void> {
  const seed = randomInt(2 ** 31)
  const figures = await runKillLoop({ ...loop, streams: STREAMS, seed })
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

test('F26 SIGKILL, again and again: nothing acknowledged is lost, stuck or doubled; I4 what was shown is kept', async () => {
  // Where another instance could still be writing, each round waits until the leases are over.
  await expectNothingLost({ server: await startProcess(), blow: sigkill, rounds: isExternal ? 1 : 2 })
}, 600_000)

test('I3 a server that is killed and not started again: another instance ends its replies, and says so', async () => {
  const DATABASE_URL = await createOwnDatabase()
  const [server, other] = await Promise.all([
    startServerProcess({ DATABASE_URL }),
    startServerProcess({ DATABASE_URL }),
  ])
  onTestFinished(async () => {
    await Promise.all([server.close(), other.close()])
  })
  await expectNothingLost({ server, other, blow: abandoned, rounds: 1 })
}, 600_000)

test('F25 SIGTERM, again and again: replies end or are marked, and nothing that was shown is lost', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '500' })
  await expectNothingLost({ server, blow: sigterm, rounds: 2 })
}, 600_000)

test('F29 database restarted, again and again: the streams go on, and every reply ends whole', async () => {
  const blow = isExternal ? connectionsEnded : databaseRestarted
  await expectNothingLost({ server: await startProcess(), blow, rounds: 2 })
}, 600_000)
