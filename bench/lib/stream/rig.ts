import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startServerProcess } from '../../../src/server/testing/processes/server-process.ts'
import { Child, cpuTime, descendants, residentMemory } from '../child.ts'
import { Inspector } from '../inspector.ts'
import { Senders } from '../senders.ts'
import type { Load, LoadResult } from './readers.ts'

/** A streaming server: the provider itself, the control, or the application. */
export type Subject = {
  name: string
  /** Addresses of the next `count` streams of `tokens` tokens. */
  targets(count: number, tokens: number): Promise<Load['targets']>
  /** The streaming process and its descendants. */
  pid: number
  inspector?: Inspector
  /** Resolves when the work that follows the last replies, such as their titles, is done. */
  settled?: () => Promise<void>
}

/**
 * A load's result and its cost: processor microseconds per token, sends and the work that follows included, and event
 * loop delay in ms.
 */
export type Measured = LoadResult & {
  streams: number
  /** The duration, until the work that follows is done. */
  seconds: number
  cpu: number
  /** Cost of the descendants: the application's database. */
  cpuBelow: number
  loop: { p99: number; max: number }
}

/** New streams per second. */
const OPENED_PER_SECOND = 250
/** Longest wait for the titles of a load. */
const TITLES_MS = 60_000
const LOOP_DELAY = 'globalThis.loopDelay ??= perf.monitorEventLoopDelay({ resolution: 1 })'

export class StreamRig {
  readonly #readers: Child
  readonly #close: (() => Promise<void>)[]

  constructor(readers: Child, close: (() => Promise<void>)[]) {
    this.#readers = readers
    this.#close = close
  }

  /** Opens `count` streams, 250 each second, and reads them to the end. Sends count in every figure. */
  async measure(subject: Subject, count: number, tokens = 300): Promise<Measured> {
    const targets = await subject.targets(count, tokens)
    const staggerMs = (count * 1_000) / OPENED_PER_SECOND
    return this.#run(subject, { targets, staggerMs })
  }

  /** Milliseconds to the first token of `count` short streams, in series. */
  async firstToken(subject: Subject, count: number): Promise<{ p50: number; p99: number }> {
    const targets = await subject.targets(count, 2)
    return (await this.#run(subject, { targets, staggerMs: count * 120 })).firstToken
  }

  /**
   * Messages of one token each, by 20 connections without pause: answers per second, until the work that follows is
   * done, and the cost of each.
   */
  async sends(subject: Subject, count: number) {
    const targets = await subject.targets(count, 1)
    const load = { targets, staggerMs: 0, connections: 20 }
    const { seconds, cpu, cpuBelow, tokens, failures } = await this.#run(subject, load)
    const each = (total: number) => (total * tokens) / count / 1_000
    return { rate: count / seconds, cpuMs: each(cpu), databaseMs: each(cpuBelow), failures }
  }

  /** Memory in MB after a full collection: before, per each of `count` open streams, and afterwards. */
  async memoryOf(subject: Subject, count: number) {
    const used = async () => {
      await subject.inspector?.collectGarbage()
      return residentMemory(subject.pid) / 2 ** 20
    }
    const before = await used()
    const measuring = this.measure(subject, count, 400)
    await sleep((count * 1_000) / OPENED_PER_SECOND + 4_000)
    const open = await used()
    await measuring
    return { before, perStream: (open - before) / count, after: await used() }
  }

  async #run(subject: Subject, load: Load): Promise<Measured> {
    const { inspector, pid } = subject
    const below = descendants(pid)
    const sum = (pids: number[]) => pids.reduce((total, it) => total + cpuTime(it), 0)
    await inspector?.evaluate(`${LOOP_DELAY}; loopDelay.enable(); loopDelay.reset()`)
    const before = { own: cpuTime(pid), below: sum(below) }
    const begunAt = performance.now()
    this.#readers.send(load)
    const result = await this.#readers.next<LoadResult>()
    await subject.settled?.()
    const seconds = (performance.now() - begunAt) / 1_000
    const after = { own: cpuTime(pid), below: sum(below) }
    const loop = (await inspector?.evaluate<{ p99: number; max: number }>(
      'loopDelay.disable(); ({ p99: loopDelay.percentile(99) / 1e6, max: loopDelay.max / 1e6 })',
    )) ?? { p99: Number.NaN, max: Number.NaN }
    return {
      ...result,
      streams: load.targets.length,
      seconds,
      cpu: (after.own - before.own) / result.tokens,
      cpuBelow: (after.below - before.below) / result.tokens,
      loop,
    }
  }

  async close(): Promise<void> {
    for (const close of this.#close.reverse()) await close()
  }
}

/** Starts provider, relay, application and readers, each in its own process. */
export async function startStreamRig() {
  const provider = await Child.start<{ port: number }>('stream/provider')
  const relay = await startRelay(`http://127.0.0.1:${provider.ready.port}/v1/chat/completions`)
  const app = await startApp(`http://127.0.0.1:${provider.ready.port}/v1`)
  const readers = await Child.start('stream/readers')
  const direct: Subject = {
    name: 'provider itself',
    targets: async (count, tokens) =>
      Array.from({ length: count }, () => ({
        url: `http://127.0.0.1:${provider.ready.port}/v1/chat/completions`,
        body: ask(tokens),
      })),
    pid: provider.child.pid,
  }
  const rig = new StreamRig(readers.child, [
    () => provider.child.close(),
    () => relay.close(),
    () => app.close(),
    () => readers.child.close(),
  ])
  return { rig, direct, relay: relay.subject, app: app.subject }
}

const ask = (tokens: number) =>
  JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: `n=${tokens}` }] })

async function startRelay(provider: string) {
  const { port, nodeOptions } = await Inspector.options()
  const { child, ready } = await Child.start<{ port: number }>('stream/relay', nodeOptions)
  const inspector = await Inspector.connect(port)
  const url = `http://127.0.0.1:${ready.port}/?to=${encodeURIComponent(provider)}`
  const subject: Subject = {
    name: 'node:http relay',
    targets: async (count, tokens) => Array.from({ length: count }, () => ({ url, body: ask(tokens) })),
    pid: child.pid,
    inspector,
  }
  const close = async () => {
    inspector.close()
    await child.close()
  }
  return { subject, close }
}

/** Every chat has one reply, which is followed by the model's title. */
async function untilTitled(database: pg.Client): Promise<void> {
  const text = `select count(*)::int as count from chats where titled_by = 'message' and last_seq > 0`
  for (const deadline = performance.now() + TITLES_MS; ; await sleep(50)) {
    const { rows } = await database.query<{ count: number }>(text)
    const left = rows[0]?.count ?? 0
    if (left === 0) return
    if (performance.now() > deadline) throw new Error(`${left} chats have no title`)
  }
}

async function startApp(provider: string): Promise<{ subject: Subject; close: () => Promise<void> }> {
  const { port, nodeOptions } = await Inspector.options()
  const server = await startServerProcess({
    OPENAI_BASE_URL: provider,
    NODE_OPTIONS: nodeOptions.join(' '),
    LOG_LEVEL: 'info',
  })
  const inspector = await Inspector.connect(port)
  const senders = await Senders.signUp(server.url, server.databaseUrl)
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  const subject: Subject = {
    name: 'Elenco',
    targets: (count, tokens) => senders.targets(count, tokens),
    pid: server.pid,
    inspector,
    settled: () => untilTitled(database),
  }
  const close = async () => {
    inspector.close()
    await database.end()
    await server.close()
  }
  return { subject, close }
}
