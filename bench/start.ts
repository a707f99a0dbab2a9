import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../scripts/build-web.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { figure, median, printGoals, printHeader, printTable } from './lib/report.ts'
import { type Footprint, footprintOf, together } from './lib/start-memory.ts'
import { type Started, startProgram } from './lib/start-program.ts'

const ROUNDS = 5
const IDLE_MS = 2_000
/** A minimal server on this runtime, as the baseline. */
const BARE = `exec node -e "require('node:http').createServer((q, s) => s.end('ok')).listen(process.env.PORT)"`

type Measured = { milliseconds: number; idle: Footprint; used?: Footprint }

/** One start, and its memory once idle; `use` runs afterwards. */
async function measure(start: Promise<Started>, use?: (url: string) => Promise<void>): Promise<Measured> {
  const started = await start
  try {
    await sleep(IDLE_MS)
    const idle = footprintOf(started.pid)
    if (!use) return { milliseconds: started.milliseconds, idle }
    await use(started.url)
    await sleep(IDLE_MS)
    return { milliseconds: started.milliseconds, idle, used: footprintOf(started.pid) }
  } finally {
    await started.stop()
  }
}

/** A user who signs up, signs in, and makes ten requests. */
async function visit(url: string): Promise<void> {
  const client = new TestClient(() => url, url)
  const account = { name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
  await client.signUp(account)
  await client.signIn(account)
  for (let round = 0; round < 5; round += 1) {
    const replies = [await client.get('/agents'), await client.get('/chats')]
    if (replies.some(({ status }) => status !== 200)) throw new Error('a request failed')
  }
}

/** One round of starts: first start, restart, and the baseline. */
async function round(): Promise<Record<'first' | 'later' | 'bare', Measured>> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-start-'))
  const env = {
    DATA_DIR: join(folder, 'data'),
    // A first start must not find an earlier compile cache.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    DATABASE_URL: '',
    RATE_LIMITS: 'off',
  }
  const start = () =>
    startProgram('npm start --silent', { path: '/api/ready', program: 'scripts/start.ts', env })
  try {
    return {
      first: await measure(start(), visit),
      later: await measure(start(), visit),
      bare: await measure(startProgram(BARE, { path: '/', program: 'node -e' })),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

printHeader('bench/start: `npm start` with the web built, to the first answer, and memory when idle')
if (!(await buildWeb())) process.exit(1)
const rounds: Awaited<ReturnType<typeof round>>[] = []
while (rounds.length < ROUNDS) rounds.push(await round())

const all = (kind: 'first' | 'later' | 'bare') => rounds.map((it) => it[kind])
const time = (kind: 'first' | 'later' | 'bare') => median(all(kind).map((it) => it.milliseconds))
const rows = (['first', 'later', 'bare'] as const).map((kind) => ({
  start: { first: 'first', later: 'later', bare: 'bare node:http' }[kind],
  'median ms': figure(time(kind), 0),
  'worst ms': figure(Math.max(...all(kind).map((it) => it.milliseconds)), 0),
  'of the bare one': figure(time(kind) / time('bare')),
}))
printTable(rows)

const memoryRow = (what: string, footprints: Footprint[]) => {
  const value = (of: (it: Footprint) => number) => median(footprints.map(of))
  return {
    'MB, median': what,
    'Node RSS': figure(value(({ own }) => own.rss)),
    'Node PSS': figure(value(({ own }) => own.pss)),
    'PostgreSQL RSS': figure(value(({ below }) => below.rss)),
    'PostgreSQL PSS': figure(value(({ below }) => below.pss)),
    'PSS together': figure(value(({ own, below }) => own.pss + below.pss)),
    'Node RSS + PostgreSQL PSS': figure(value(together)),
  }
}
const used = (kind: 'first' | 'later') => all(kind).flatMap((it) => it.used ?? [])
printTable([
  memoryRow(
    'bare node:http',
    all('bare').map((it) => it.idle),
  ),
  ...(['first', 'later'] as const).flatMap((kind) => [
    memoryRow(
      `${kind} start`,
      all(kind).map((it) => it.idle),
    ),
    memoryRow(`${kind} start, a sign-in and 10 requests later`, used(kind)),
  ]),
])

const [firstMs, laterMs] = [time('first'), time('later')]
const most = Math.max(median(used('first').map(together)), median(used('later').map(together)))
printGoals([
  {
    what: 'first start',
    measured: `${figure(firstMs, 0)} ms`,
    goal: 'at most 4,000 ms',
    isMet: firstMs <= 4_000,
  },
  {
    what: 'later start',
    measured: `${figure(laterMs, 0)} ms`,
    goal: 'at most 1,200 ms',
    isMet: laterMs <= 1_200,
  },
  {
    what: 'memory idle, with the database, after either start and its use',
    measured: `${figure(most, 0)} MB`,
    goal: 'at most 200 MB',
    isMet: most <= 200,
  },
])
