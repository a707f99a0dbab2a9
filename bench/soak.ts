import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { descendants, residentMemory } from './lib/child.ts'
import { Inspector } from './lib/inspector.ts'
import { figure, type Goal, printGoals, printHeader, printTable } from './lib/report.ts'
import { Senders } from './lib/senders.ts'
import { SoakLoad } from './lib/soak-load.ts'

const AT_ONCE = 100
/** Maximum growth from the warm-up to the end. */
const MAX_GROWTH = 1.05
/** By then idle connections to the provider are closed, and replies are freed. */
const QUIET_MS = 7_000
/** No further part starts after this time on a busy machine; the result states the number of replies. */
const LIMIT_MS = 220_000
const MB = 2 ** 20

/** The idle server's resources after a full collection. */
type Sample = {
  replies: number
  heap: number
  external: number
  resident: number
  sockets: number
  timers: number
  others: number
  descriptors: number
  threads: number
  database: number
}

const NUMBERS = ['heap', 'resident', 'sockets', 'timers', 'others', 'descriptors', 'threads'] as const

const asked = Number(process.argv[2] ?? 10_000)
if (!Number.isInteger(asked) || asked < 100) {
  console.error('Usage: node bench/soak.ts [replies, 100 or more]')
  process.exit(2)
}
// Child processes must end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

printHeader('bench/soak: what stays behind of many replies')
const { port, nodeOptions } = await Inspector.options()
const server = await startServerProcess({ NODE_OPTIONS: nodeOptions.join(' ') })
try {
  const inspector = await Inspector.connect(port)
  const load = new SoakLoad(server.url, await Senders.signUp(server.url, server.databaseUrl))

  const begun = performance.now()
  const samples: Sample[] = []
  // The first fifth warms up: code is compiled, pools and caches fill.
  for (const part of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    if (samples.length > 1 && performance.now() - begun > LIMIT_MS) break
    await load.run(Math.round(part * asked) - load.soaked.replies, AT_ONCE)
    await sleep(QUIET_MS)
    samples.push(await sampleOf(server.pid, inspector, load.soaked.replies))
  }
  inspector.close()
  const { replies, ended, abandoned, slow, failed } = load.soaked
  console.log(
    `${replies === asked ? asked : `${replies} of ${asked}, for time`} replies, ${AT_ONCE} at once, ${figure((performance.now() - begun) / 1_000, 0)} s: ${ended} read to the end, ${abandoned} left in the middle, ${slow} read at a byte a second, ${failed} failed\n`,
  )
  printTable(samples.map(rowOf))
  printGoals(goalsOf(samples, failed))
} finally {
  await server.close()
}

async function sampleOf(pid: number, inspector: Inspector, replies: number): Promise<Sample> {
  await inspector.collectGarbage()
  await inspector.collectGarbage()
  const { heapUsed, external, resources } = await inspector.evaluate<{
    heapUsed: number
    external: number
    resources: string[]
  }>('({ ...process.memoryUsage(), resources: process.getActiveResourcesInfo() })')
  const count = (pattern: RegExp) => resources.filter((name) => pattern.test(name)).length
  const [sockets, timers] = [count(/^(TCP|Pipe)/), count(/^(Timeout|Immediate)/)]
  return {
    replies,
    heap: heapUsed / MB,
    external: external / MB,
    resident: residentMemory(pid) / MB,
    sockets,
    timers,
    others: resources.length - sockets - timers,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: readdirSync(`/proc/${pid}/task`).length,
    database: descendants(pid).reduce((total, it) => total + privateMemory(it), 0) / MB,
  }
}

/** Private memory of a process: PostgreSQL processes share their buffers. */
function privateMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

function rowOf(sample: Sample) {
  return {
    replies: sample.replies,
    'heap MB': figure(sample.heap, 2),
    'buffers MB': figure(sample.external, 2),
    'resident MB': figure(sample.resident),
    sockets: sample.sockets,
    timers: sample.timers,
    'other handles': sample.others,
    descriptors: sample.descriptors,
    threads: sample.threads,
    'database MB': figure(sample.database),
  }
}

function goalsOf(samples: Sample[], failed: number): Goal[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return []
  const flat = NUMBERS.map((name): Goal => {
    const ratio = last[name] / first[name]
    // One more of a few exceeds 5 %, but is no leak.
    const isMet =
      last[name] <= Math.max(first[name] * MAX_GROWTH, Number.isInteger(first[name]) ? first[name] + 1 : 0)
    return {
      what: `${name}, of what it was after the warm-up`,
      measured: `${figure(last[name], 2)} / ${figure(first[name], 2)} = ${figure(ratio, 3)}`,
      goal: `at most ${MAX_GROWTH}`,
      isMet,
    }
  })
  return [...flat, { what: 'replies that failed', measured: String(failed), goal: '0', isMet: failed === 0 }]
}
