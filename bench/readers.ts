import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftQuotas } from '../src/server/testing/factories/quotas.ts'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { residentMemory } from './lib/child.ts'
import { Inspector } from './lib/inspector.ts'
import { ReadersLoad } from './lib/readers-load.ts'
import { figure, type Goal, printGoals, printHeader, printTable } from './lib/report.ts'

const [abandoned = 1_000, slow = 100] = process.argv.slice(2).map(Number)
if (![abandoned, slow].every((it) => Number.isInteger(it) && it > 0)) {
  console.error('Usage: node bench/readers.ts [abandoned readers] [slow readers]')
  process.exit(2)
}
/** Maximum growth from the warm-up to the end. */
const MAX_GROWTH = 1.05
/** F36: maximum kilobytes buffered for one reader. */
const WAITING_KB = 256
/** By then idle connections to the provider and the database are closed, and replies are freed. */
const QUIET_MS = 35_000
const MB = 2 ** 20

type Sample = {
  at: string
  heap: number
  buffers: number
  resident: number
  sockets: number
  descriptors: number
}

// Child processes must end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

printHeader(`bench/readers: ${abandoned} readers who leave, ${slow} who take a byte a second`)
const { port, nodeOptions } = await Inspector.options()
const server = await startServerProcess({ NODE_OPTIONS: nodeOptions.join(' ') })
try {
  const inspector = await Inspector.connect(port)
  const client = new TestClient(() => server.url, server.url)
  await client.signUp({
    name: 'Ana',
    email: `${randomUUID()}@exemplo.com.br`,
    password: 'senha-segura-1',
    termsAccepted: true,
  })
  await liftQuotas(server.databaseUrl)
  const load = new ReadersLoad(server, client)
  const samples: Sample[] = []
  const sample = async (at: string) => {
    await inspector.collectGarbage()
    await inspector.collectGarbage()
    const { heapUsed, external, resources } = await inspector.evaluate<{
      heapUsed: number
      external: number
      resources: string[]
    }>('({ ...process.memoryUsage(), resources: process.getActiveResourcesInfo() })')
    samples.push({
      at,
      heap: heapUsed / MB,
      buffers: external / MB,
      resident: residentMemory(server.pid) / MB,
      sockets: resources.filter((name) => /^(TCP|Pipe)/.test(name)).length,
      descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    })
  }
  // Warm-up: code is compiled, pools and caches fill.
  await load.abandon(abandoned)
  await load.dawdle(slow, async () => {})
  await sleep(QUIET_MS)
  await sample('after the warm-up')
  await load.abandon(abandoned)
  await sleep(QUIET_MS)
  await sample(`after ${abandoned} had left`)
  await load.dawdle(slow, () => sample(`while ${slow} take a byte a second`))
  await sleep(QUIET_MS)
  await sample('after they had left too')
  inspector.close()
  printTable(samples.map(rowOf))
  printGoals(goalsOf(samples))
} finally {
  await server.close()
}

function rowOf({ at, heap, buffers, resident, sockets, descriptors }: Sample) {
  return {
    when: at,
    'heap MB': figure(heap, 2),
    'buffers MB': figure(buffers, 2),
    'resident MB': figure(resident),
    sockets,
    descriptors,
  }
}

function goalsOf(samples: Sample[]): Goal[] {
  const [before, , during, after] = samples
  if (!before || !during || !after) return []
  const flat = (['heap', 'resident', 'sockets', 'descriptors'] as const).map(
    (name): Goal => ({
      what: `${name}, of what it was before`,
      measured: `${figure(after[name], 2)} / ${figure(before[name], 2)} = ${figure(after[name] / before[name], 3)}`,
      goal: `at most ${MAX_GROWTH}`,
      // One more of a few exceeds 5 %, but is no leak.
      isMet:
        after[name] <=
        Math.max(before[name] * MAX_GROWTH, Number.isInteger(before[name]) ? before[name] + 1 : 0),
    }),
  )
  const waiting = ((during.heap + during.buffers - before.heap - before.buffers) * 1_024) / slow
  return [
    ...flat,
    {
      what: 'kB of heap and buffers for each slow reader, their replies included',
      measured: figure(waiting),
      goal: `at most ${WAITING_KB}`,
      isMet: waiting <= WAITING_KB,
    },
  ]
}
