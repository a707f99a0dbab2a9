import { figure, type Goal, printGoals, printHeader, printTable } from './lib/report.ts'
import { type Measured, type StreamRig, type Subject, startStreamRig } from './lib/stream/rig.ts'

/** Longer delays are noticeable. */
const SMOOTH_MS = 250
/** Longest added time to the first token of a smooth stream. */
const FIRST_TOKEN_MS = 1_000
const LEVELS = [50, 100, 300]
/** Resolution of the search for the maximum number of streams. */
const STEP = 25
const MOST = 1_000
const SENDS = 1_500

const isSmooth = ({ gap, delay, firstToken, failures }: Measured) =>
  failures === 0 &&
  gap.p99 < SMOOTH_MS &&
  delay.p99 < SMOOTH_MS &&
  firstToken.p99 - first(direct).p50 < FIRST_TOKEN_MS

/** The maximum number of smooth streams, 250 new ones a second: steps of 150 upwards, then bisection. */
async function maxSmoothStreams(rig: StreamRig, subject: Subject): Promise<number> {
  let holds = 0
  let fails = 150
  const tries = async (count: number) => isSmooth(await rig.measure(subject, count))
  while (fails <= MOST && (await tries(fails))) {
    holds = fails
    fails += 150
  }
  while (fails - holds > STEP) {
    const middle = Math.round((holds + fails) / 2 / STEP) * STEP
    if (middle === holds || middle === fails) break
    if (await tries(middle)) holds = middle
    else fails = middle
  }
  return holds
}

const row = (subject: Subject, it: Measured) => ({
  streams: it.streams,
  subject: subject.name,
  'delay p50 / p99 ms': `${figure(it.delay.p50)} / ${figure(it.delay.p99)}`,
  'gap p50 / p99 ms': `${figure(it.gap.p50)} / ${figure(it.gap.p99)}`,
  'CPU µs a token': figure(it.cpu),
  'database µs': figure(it.cpuBelow),
  'loop p99 / max ms': `${figure(it.loop.p99)} / ${figure(it.loop.max)}`,
  'first token p50 / p99 ms': `${figure(it.firstToken.p50)} / ${figure(it.firstToken.p99)}`,
  failed: it.failures,
})

printHeader('bench/stream: replies at 50 tokens/s, provider, application and readers on one machine')
const { rig, direct, relay, app } = await startStreamRig()
const firsts = new Map<Subject, { p50: number; p99: number }>()
const first = (subject: Subject) => firsts.get(subject) ?? { p50: Number.NaN, p99: Number.NaN }
try {
  // Warm-up: code is compiled on its first run.
  for (const subject of [direct, relay, app]) {
    await rig.firstToken(subject, 60)
    await rig.measure(subject, 20, 150)
  }

  for (const subject of [direct, relay, app]) firsts.set(subject, await rig.firstToken(subject, 40))
  const added = (subject: Subject, at: 'p50' | 'p99') => first(subject)[at] - first(direct)[at]
  printTable(
    [relay, app].map((subject) => ({
      subject: subject.name,
      'first token +p50 ms': figure(added(subject, 'p50')),
      '+p99 ms': figure(added(subject, 'p99')),
    })),
  )

  const sends = await rig.sends(app, SENDS)
  printTable([
    {
      'sends/s': figure(sends.rate),
      'Node ms each': figure(sends.cpuMs, 2),
      'database ms each': figure(sends.databaseMs, 2),
      failed: sends.failures,
    },
  ])

  const rows = []
  const at = new Map<string, Measured>()
  for (const level of LEVELS) {
    for (const subject of [direct, relay, app]) {
      const measured = await rig.measure(subject, level)
      at.set(`${subject.name} ${level}`, measured)
      rows.push(row(subject, measured))
    }
  }
  printTable(rows)

  const most = { relay: await maxSmoothStreams(rig, relay), app: await maxSmoothStreams(rig, app) }
  const memory = await rig.memoryOf(app, 300)
  printTable([
    {
      'most smooth streams: relay': most.relay,
      Elenco: most.app,
      ratio: figure(most.app / most.relay, 2),
      'MB a stream': figure(memory.perStream, 3),
      'MB left after': figure(memory.after - memory.before, 1),
    },
  ])
  const measured = (name: string, level: number) => at.get(`${name} ${level}`)
  const cpu = (name: string) => measured(name, 100)?.cpu ?? Number.NaN
  const loop = measured('Elenco', 300)?.loop.p99 ?? Number.NaN
  const of50 = (quantile: 'p50' | 'p99') =>
    (measured('Elenco', 50)?.firstToken[quantile] ?? Number.NaN) - first(direct).p50
  const goals: Goal[] = [
    goal('streams, of the relay’s', most.app / most.relay, 'at least', 0.6, 2),
    goal('CPU a token at 100 streams, of the relay’s', cpu('Elenco') / cpu(relay.name), 'at most', 2, 2),
    goal('sends a second', sends.rate, 'at least', 150),
    goal('first token of one person at p50, added ms', added(app, 'p50'), 'at most', 8),
    goal('first token of 50 people at p50, added ms', of50('p50'), 'at most', 12),
    goal('first token of 50 people at p99, added ms', of50('p99'), 'at most', 60),
    goal('MB a stream', memory.perStream, 'at most', 0.25, 3),
    goal('memory after, of before', memory.after / memory.before, 'at most', 1.1, 2),
    goal('event loop p99 at 300 streams, ms', loop, 'at most', 20),
  ]
  printGoals(goals)
} finally {
  await rig.close()
}

function goal(what: string, value: number, side: 'at least' | 'at most', limit: number, digits = 1): Goal {
  const isMet = side === 'at least' ? value >= limit : value <= limit
  return { what, measured: figure(value, digits), goal: `${side} ${limit}`, isMet }
}
