import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb, warmCompileCache } from '../scripts/build-web.ts'
import { projectRoot } from '../scripts/project.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { figure, median, printGoals, printHeader, printTable } from './lib/report.ts'
import { type Footprint, footprintOf, together } from './lib/start-memory.ts'
import { type Started, startProgram } from './lib/start-program.ts'
import { memoryOfStreams } from './lib/start-streams.ts'

const ROUNDS = 5
const STREAM_ROUNDS = 3
const IDLE_MS = 2_000
/** What `npm start` runs. */
const WITHOUT_NPM = 'exec node --import ./scripts/node-version.mjs scripts/start.ts'
/** A minimal server on this runtime, as the baseline. */
const BARE = `exec node -e "require('node:http').createServer((q, s) => s.end('ok')).listen(process.env.PORT)"`

type Kind = 'first' | 'later' | 'direct' | 'bare'
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

/** One round of starts: first start, restart, restart without npm, and the baseline. */
async function round(): Promise<Record<Kind, Measured>> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-start-'))
  const env = {
    DATA_DIR: join(folder, 'data'),
    // A first start finds what `npm run build` compiles, and nothing of earlier starts.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    DATABASE_URL: '',
    RATE_LIMITS: 'off',
  }
  const start = (command = 'npm start --silent') =>
    startProgram(command, { path: '/api/ready', program: 'scripts/start.ts', env })
  try {
    await warmCompileCache(projectRoot, { ...process.env, ...env })
    return {
      first: await measure(start(), visit),
      later: await measure(start(), visit),
      direct: await measure(start(WITHOUT_NPM)),
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

const all = (kind: Kind) => rounds.map((it) => it[kind])
const time = (kind: Kind) => median(all(kind).map((it) => it.milliseconds))
const rows = (['first', 'later', 'direct', 'bare'] as const).map((kind) => ({
  start: { first: 'first', later: 'later', direct: 'later, without npm', bare: 'bare node:http' }[kind],
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
const streams: Awaited<ReturnType<typeof memoryOfStreams>>[] = []
while (streams.length < STREAM_ROUNDS) streams.push(await memoryOfStreams(WITHOUT_NPM))
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
  ...(['idle', 'loaded', 'rested'] as const).map((when) =>
    memoryRow(
      { idle: 'before 300 streams', loaded: 'right after them', rested: 'a minute later' }[when],
      streams.map((it) => it[when]),
    ),
  ),
])

const pss = (footprints: Footprint[]) => median(footprints.map(({ own, below }) => own.pss + below.pss))
const idle = pss(streams.map((it) => it.idle))
const rested = pss(streams.map((it) => it.rested))
const barePss = pss(all('bare').map((it) => it.idle))
const [firstMs, laterMs, directMs] = [time('first'), time('later'), time('direct')]
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
    what: `later start, without npm (control: bare node:http ${figure(time('bare'), 0)} ms)`,
    measured: `${figure(directMs, 0)} ms`,
    goal: 'at most 900 ms',
    isMet: directMs <= 900,
  },
  {
    what: `PSS idle, with the database (control: bare node:http ${figure(barePss, 0)} MB)`,
    measured: `${figure(idle, 0)} MB`,
    goal: 'at most 150 MB',
    isMet: idle <= 150,
  },
  {
    what: 'PSS a minute after 300 streams, with the database (same control)',
    measured: `${figure(rested, 0)} MB`,
    goal: 'at most 220 MB',
    isMet: rested <= 220,
  },
  {
    what: 'memory idle, with the database, after either start and its use',
    measured: `${figure(most, 0)} MB`,
    goal: 'at most 200 MB',
    isMet: most <= 200,
  },
])
