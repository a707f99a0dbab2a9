import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databasePid, type ServerProcess } from './server-process.ts'

/** Seeded random numbers from 0 to 1. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (random: Random, low: number, high: number) => Math.floor(low + random() * (high - low))

/** A fault injected in each round of a loop, and the expected ends of running replies. */
export type Fault = {
  name: string
  /** Number of tokens of a live reply. */
  tokens(random: Random): number
  /** Injects the fault, and resolves once the server answers again or has ended. Returns problems. */
  strike(server: ServerProcess, random: Random): Promise<string[]>
  /** Readers may be disconnected without an end, because the reply continues elsewhere or after a restart. */
  cuts: boolean
  /** Only a crash may lose some text. */
  isCrash: boolean
  /** The allowed ends, as `status` or `status/error code`. */
  ends: RegExp
}

const INTERRUPTED_OR_DONE = /^(done|interrupted\/server_stopped)$/

/** Longer than any round until its fault. */
const LONG = () => 800

async function endAndStart(server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM', random: Random) {
  const problems: string[] = []
  const first = await server.stop(signal)
  if (signal === 'SIGTERM' && first.code !== 0) problems.push(`ended with ${first.code ?? first.signal}`)
  // In a third of the rounds, the next start is killed too, at a random moment before it takes replies over.
  if (random() < 1 / 3) {
    const starting = server.start().catch(() => undefined)
    await sleep(random() * 500)
    const second = await server.stop(signal)
    if (second.code) problems.push(`ended with ${second.code} while it started`)
    await starting
  }
  await server.start()
  return problems
}

/** F26: the process is killed and started again. */
export const sigkill: Fault = {
  name: 'SIGKILL',
  tokens: LONG,
  strike: (server, random) => endAndStart(server, 'SIGKILL', random),
  cuts: true,
  isCrash: true,
  ends: INTERRUPTED_OR_DONE,
}

/** F26, I3: the process is killed and not started again, so another instance must notice. */
export const abandoned: Fault = {
  ...sigkill,
  name: 'SIGKILL, not restarted',
  async strike(server) {
    await server.stop('SIGKILL')
    return []
  },
}

/**
 * F25: a deployment. With a short grace period, half of the replies may end in time; the next start continues
 * the others.
 */
export const sigterm: Fault = {
  name: 'SIGTERM',
  tokens: (random) => (random() < 0.5 ? between(random, 160, 250) : LONG()),
  strike: (server, random) => endAndStart(server, 'SIGTERM', random),
  cuts: true,
  isCrash: false,
  ends: INTERRUPTED_OR_DONE,
}

const database = (strike: (server: ServerProcess, random: Random) => Promise<void>): Fault => ({
  name: 'database restarted',
  tokens: (random) => between(random, 200, 400),
  async strike(server, random) {
    await strike(server, random)
    while ((await fetch(`${server.url}/api/ready`)).status !== 200) await sleep(50)
    return []
  },
  cuts: false,
  isCrash: false,
  ends: /^done$/,
})

const ENDINGS = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const

/** F29: a crash, immediate or fast shutdown of the embedded engine, which its launcher restarts. */
export const databaseRestarted = database(async ({ dataDir }, random) => {
  const old = await databasePid(dataDir)
  if (!old) throw new Error('there is no embedded database')
  process.kill(old, ENDINGS[between(random, 0, ENDINGS.length)])
  while ([undefined, old].includes(await databasePid(dataDir))) await sleep(10)
})

/** F29 for an external database: for a while, terminates every new connection. */
export const connectionsEnded = database(async ({ databaseUrl }) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const end = Date.now() + 500; Date.now() < end; await sleep(20)) {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
  } finally {
    await client.end()
  }
})
