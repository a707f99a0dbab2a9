import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../src/server/db/launcher.ts'
import { createTestDatabase } from '../src/server/testing/database.ts'
import { startS3Double } from '../src/server/testing/doubles/s3-double.ts'
import {
  abandoned,
  databaseRestarted,
  type Fault,
  sigkill,
  sigterm,
} from '../src/server/testing/processes/kill-faults.ts'
import type { KillFigures } from '../src/server/testing/processes/kill-ledger.ts'
import { type KillLoop, RECOVERED_WITHIN_MS, runKillLoop } from '../src/server/testing/processes/kill-loop.ts'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { figure, printGoals, printHeader, printTable } from './lib/report.ts'

const STREAMS = 50
/** No round starts after this time on a busy machine; the result states the number of rounds. */
const LOOP_LIMIT_MS = 480_000
/** Share of the replies that a fault cuts off, to be finished without their users' help. */
const FINISHED_SHARE = 0.95

const SINGLE_SERVER_LOOPS = {
  sigkill: [sigkill, 30],
  sigterm: [sigterm, 20],
  database: [databaseRestarted, 10],
} as const
const TAKEOVER_LOOPS = { takeover: [abandoned, 3] } as const
const LOOPS: Record<string, readonly [Fault, number]> = { ...SINGLE_SERVER_LOOPS, ...TAKEOVER_LOOPS }

const [which = 'all', count, seedGiven] = process.argv.slice(2)
const names = which === 'all' ? Object.keys(LOOPS) : [which]
if (
  names.some((name) => !(name in LOOPS)) ||
  [count, seedGiven].some((it) => it && !Number.isInteger(Number(it)))
) {
  console.error(`Usage: node bench/kill.ts [${Object.keys(LOOPS).join('|')}|all] [count] [seed]`)
  process.exit(2)
}
// Child processes must end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const seed = Number(seedGiven ?? randomInt(2 ** 31))
printHeader('bench/kill: what a crash, a deploy and a restarted database cost people')
console.log(`${STREAMS} live streams in each round, seed ${seed}\n`)

/** One server with its own database. */
async function runOnOneServer(loop: Omit<KillLoop, 'server'>): Promise<KillFigures> {
  const server = await startServerProcess({ SHUTDOWN_GRACE_MS: '500' })
  try {
    return await runKillLoop({ ...loop, server })
  } finally {
    await server.close()
  }
}

/** Two servers on one database; one is killed and stays down. */
async function runOnTwoServers(loop: Omit<KillLoop, 'server'>): Promise<KillFigures> {
  const closing: (() => Promise<unknown>)[] = []
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'elenco-kill-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true }))
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
    closing.push(() => postgres.stop())
    const { user, host, port } = postgres.connection
    const { url } = await createTestDatabase(
      `postgres://${user}@${encodeURIComponent(host)}:${port}/postgres`,
    )
    // Several instances must share their secret and their uploads.
    const store = await startS3Double()
    closing.push(store.close)
    const variables = { DATABASE_URL: url, SECRET: randomBytes(24).toString('hex'), ...store.variables }
    const start = async () => {
      const server = await startServerProcess(variables)
      closing.push(server.close)
      return server
    }
    const server = await start()
    return await runKillLoop({ ...loop, server, other: await start() })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const results: { name: string; asked: number; figures: KillFigures }[] = []
for (const name of names) {
  const [blow, usual] = LOOPS[name] ?? [sigkill, 0]
  const rounds = Number(count ?? usual)
  const loop = { blow, rounds, streams: STREAMS, seed, limitMs: LOOP_LIMIT_MS }
  const figures = await (name in TAKEOVER_LOOPS ? runOnTwoServers(loop) : runOnOneServer(loop))
  results.push({ name: blow.name, asked: rounds, figures })
}

printTable(
  results.map(({ name, asked, figures: it }) => ({
    loop: name,
    rounds: it.rounds === asked ? asked : `${it.rounds} of ${asked}, for time`,
    streams: it.rounds * STREAMS,
    'acknowledged messages': it.acknowledged,
    lost: it.lost,
    'replies without an end': it.endless,
    doubled: it.doubled,
    'cut off': it.cut,
    'then finished by themselves': it.finished,
    'all written again or ended, s after the blow': figure(it.longestWait.afterDeath / 1_000),
    'after the restart': figure(it.longestWait.afterRestart / 1_000),
    'largest loss of shown text': `${it.largestLoss.characters} characters, ${figure(it.largestLoss.milliseconds, 0)} ms`,
  })),
)
const sum = (key: 'lost' | 'endless' | 'doubled' | 'excess' | 'cut' | 'finished') =>
  results.reduce((total, { figures }) => total + figures[key], 0)
const none = (what: string, value: number) => ({
  what,
  measured: figure(value),
  goal: '0',
  isMet: value === 0,
})
const latest = Math.max(...results.map(({ figures }) => figures.longestWait.afterRestart))
const problems = results.flatMap(({ name, figures }) => figures.problems.map((it) => `${name}: ${it}`))
const goals = [
  none('acknowledged messages lost', sum('lost')),
  none('replies without an end', sum('endless')),
  none('doubled', sum('doubled')),
  none('replies that lost more than 1 s and 2 kB of what was shown', sum('excess')),
  none(
    'anything else that is wrong',
    problems.length - sum('lost') - sum('endless') - sum('doubled') - sum('excess'),
  ),
  {
    what: 'replies that were cut off and then finished by themselves, %',
    measured: figure((100 * sum('finished')) / sum('cut'), 1),
    goal: `at least ${100 * FINISHED_SHARE}`,
    isMet: sum('finished') >= FINISHED_SHARE * sum('cut'),
  },
  {
    what: 'every reply is written again or has ended, s after the restart, or after the blow where there is none',
    measured: figure(latest / 1_000),
    goal: `at most ${RECOVERED_WITHIN_MS / 1_000}`,
    isMet: latest <= RECOVERED_WITHIN_MS,
  },
]
printGoals(goals)
const refusals = results.flatMap(({ name, figures }) =>
  figures.refusals.map((it) => `${name}, refused at first: ${it}`),
)
for (const problem of [...problems, ...refusals].slice(0, 20)) console.log(problem)
process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1
