import { setTimeout as sleep } from 'node:timers/promises'
import { newMessage, openChat } from '../src/server/testing/factories/conversation.ts'
import { ADMIN_CALLS, type AdminCall, adminRequests, countAllDays } from './lib/api/admin.ts'
import type { ApiLoad, ApiLoadResult } from './lib/api/load.ts'
import { measureReads } from './lib/api/reads.ts'
import { CALLS, type Call, type Installation, install, requestsOf, signInsOf } from './lib/api/rig.ts'
import { LiveStreams } from './lib/api/streams.ts'
import { Child } from './lib/child.ts'
import { classCsv, type ImportTimes, importOnce } from './lib/people-import.ts'
import { figure, type Goal, median, percentile, printGoals, printHeader, printTable } from './lib/report.ts'

const SIZES = [
  { messages: 1_000, accounts: 2 },
  { messages: 1_000_000, accounts: 100_000 },
]
const CONNECTIONS = 16
const ROUNDS = 7
const WINDOW_MS = 800

/** Few connections, because there are few administrators. */
const ADMIN_CONNECTIONS = 2
const ADMIN_ROUNDS = 5
const DASHBOARD_MS = 300
const IMPORTED_ROWS = 3_000
const IMPORT_S = 30

const STREAMS = 20
/** Concurrent sign-ins without pause. */
const SIGNING_IN = 4
const SIGN_IN_ROUNDS = 12
const SIGN_IN_WINDOW_MS = 2_000

const calls = Object.keys(CALLS) as Call[]
const close: (() => Promise<void>)[] = []

async function child<T>(name: string): Promise<{ child: Child; ready: T }> {
  const started = await Child.start<T>(name)
  close.push(() => started.child.close())
  return started
}

async function load(
  client: Child,
  requests: ApiLoad['requests'],
  connections = CONNECTIONS,
  windowMs = WINDOW_MS,
) {
  client.send({ requests, connections, windowMs } satisfies ApiLoad)
  return client.next<ApiLoadResult>()
}

/** A bare server with the same responses. */
async function startControl(installation: Installation): Promise<(call: Call) => ApiLoad['requests']> {
  const { child: control, ready } = await child<{ port: number }>('api/control')
  const path = (call: Call) => `/${calls.indexOf(call)}`
  for (const call of calls) {
    const [request] = requestsOf(installation, call)
    const response = await fetch(request?.url ?? '', { headers: request?.headers ?? {} })
    control.send([path(call), await response.json()])
    await control.next()
  }
  return (call) => [{ url: `http://127.0.0.1:${ready.port}${path(call)}`, headers: {} }]
}

/** Alternating rounds, so that other load on the machine affects all subjects alike. */
async function measureCalls(client: Child, subjects: ((call: Call) => ApiLoad['requests'])[]) {
  const results = new Map(calls.map((call) => [call, subjects.map((): ApiLoadResult[] => [])]))
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const call of calls) {
      for (const [index, subject] of subjects.entries()) {
        const result = await load(client, subject(call))
        if (result.failures > 0) throw new Error(`${result.failures} answers to «${call}» were no answers`)
        // The round before the first one warms up.
        if (round >= 0) results.get(call)?.[index]?.push(result)
      }
    }
  }
  return results
}

/** Administrators' calls, alternating between the installations. */
async function measureAdmin(client: Child, installations: Installation[]) {
  const rows: Record<string, string>[] = []
  const worst = new Map<AdminCall, number>()
  for (const call of Object.keys(ADMIN_CALLS) as AdminCall[]) {
    const results = installations.map((): ApiLoadResult[] => [])
    for (let round = -1; round < ADMIN_ROUNDS; round += 1) {
      for (const [index, it] of installations.entries()) {
        const result = await load(client, adminRequests(it, it.admin, call), ADMIN_CONNECTIONS)
        if (result.failures > 0) throw new Error(`${result.failures} answers to «${call}» were no answers`)
        if (round >= 0) results[index]?.push(result)
      }
    }
    const [few = [], many = []] = results
    worst.set(call, middle(many, 'p99'))
    rows.push({
      call,
      'p50 ms': figure(middle(many, 'p50')),
      'p99 ms': figure(middle(many, 'p99')),
      'p50 ms of 1,000 messages': figure(middle(few, 'p50')),
      'time of that': figure(ratio(many, few, 'p50')),
    })
  }
  return { rows, worst }
}

const middle = (results: ApiLoadResult[], of: keyof ApiLoadResult) => median(results.map((it) => it[of]))

/** Ratio of the medians over the rounds. */
const ratio = (some: ApiLoadResult[], other: ApiLoadResult[], of: keyof ApiLoadResult) =>
  median(some.map((it, round) => it[of] / (other[round]?.[of] ?? Number.NaN)))

/** Opens live streams of one user; returns a function that also ends them on the server. */
async function openStreams({ server, people: [person], chats }: Installation) {
  const agentId = chats[0]?.[0]?.agentId
  if (!person || !agentId) throw new Error('nobody is there')
  const ids = await Promise.all(Array.from({ length: STREAMS }, () => openChat(person, agentId)))
  const headers = { origin: server.url, cookie: person.cookie, 'content-type': 'application/json' }
  const streams = await LiveStreams.open(
    ids.map((id) => ({
      url: `${server.url}/api/v1/chats/${id}/messages`,
      body: JSON.stringify(newMessage('n=20000')),
      headers,
    })),
  )
  const end = async () => {
    streams.close()
    await Promise.all(ids.map((id) => person.post(`/chats/${id}/stop`, {})))
  }
  return { streams, end }
}

/** Token delays at p99, idle and under continuous sign-ins, in alternating rounds. */
async function measureSignIns(client: Child, installation: Installation) {
  const signIns = signInsOf(installation)
  const { streams, end } = await openStreams(installation)
  const rounds: { quiet: number; busy: number; rate: number }[] = []
  try {
    await sleep(SIGN_IN_WINDOW_MS)
    while (rounds.length < SIGN_IN_ROUNDS) {
      const quiet = await streams.during(sleep(SIGN_IN_WINDOW_MS))
      const signing = load(client, signIns, SIGNING_IN, SIGN_IN_WINDOW_MS)
      const busy = await streams.during(signing)
      const { rate, failures } = await signing
      if (failures > 0) throw new Error(`${failures} sign-ins failed`)
      rounds.push({ quiet: percentile(quiet, 99), busy: percentile(busy, 99), rate })
    }
  } finally {
    await end()
  }
  return {
    quiet: median(rounds.map((it) => it.quiet)),
    busy: median(rounds.map((it) => it.busy)),
    ratio: median(rounds.map((it) => it.busy / it.quiet)),
    rate: median(rounds.map((it) => it.rate)),
  }
}

printHeader(`bench/api: ${CONNECTIONS} connections, database, application and client on one machine`)
try {
  const provider = await child<{ port: number }>('stream/provider')
  const variables = { OPENAI_BASE_URL: `http://127.0.0.1:${provider.ready.port}/v1` }
  const installations: Installation[] = []
  for (const size of SIZES) {
    const installation = await install(size, variables)
    close.push(() => installation.server.close())
    installations.push(installation)
  }
  const [small, large] = installations
  if (!small || !large) throw new Error('never')
  const control = await startControl(small)
  const client = (await child('api/load')).child
  const subjects = [small, large].map((it) => (call: Call) => requestsOf(it, call))
  const results = await measureCalls(client, [...subjects, control])

  const goals: Goal[] = []
  const rows = [...results].flatMap(([call, [few = [], many = [], bare = []]]) => {
    const slower = ratio(few, many, 'rate')
    const later = ratio(many, few, 'p99')
    goals.push(goal(`${call}: time of a request, 1,000,000 of 1,000 messages`, slower, 1.3))
    goals.push(goal(`${call}: p99, 1,000,000 of 1,000 messages`, later, 1.3))
    const row = (subject: string, it: ApiLoadResult[]) => ({
      call,
      subject,
      'requests/s': figure(middle(it, 'rate'), 0),
      'p50 ms': figure(middle(it, 'p50')),
      'p99 ms': figure(middle(it, 'p99')),
      'time of the bare one': figure(ratio(bare, it, 'rate')),
    })
    return [row('1,000 messages', few), row('1,000,000 messages', many), row('bare Hono route', bare)]
  })
  printTable(rows)

  const floor = await Child.start('api/floor')
  close.push(() => floor.child.close())
  floor.child.send(small.server.databaseUrl)
  const { port } = await floor.child.next<{ port: number }>()
  const reads = await measureReads((...it) => load(client, ...it), small, port)
  printTable(
    reads.rows.map(({ call, floor, rate, floorRate }) => ({
      call,
      'requests/s at 10 connections': figure(rate, 0),
      control: floor,
      'its requests/s': figure(floorRate, 0),
      ratio: figure(rate / floorRate, 2),
    })),
  )
  for (const { call, floor, goal: least, rate, floorRate } of reads.rows) {
    goals.push(atLeast(`${call}: requests/s, of ${floor}`, rate / floorRate, least))
  }
  goals.push(atLeast('agents: requests/s', reads.gallery, 1_500))

  const counted = await Promise.all(installations.map(countAllDays))
  const admin = await measureAdmin(client, installations)
  printTable(admin.rows)
  printTable(
    installations.map(({ messages }, index) => ({
      messages: String(messages),
      'all days counted anew, s': figure((counted[index] ?? 0) / 1_000, 2),
    })),
  )
  for (const [call, p99] of admin.worst) {
    const isMet = p99 < DASHBOARD_MS
    goals.push({ what: call, measured: `${figure(p99)} ms`, goal: `p99 under ${DASHBOARD_MS} ms`, isMet })
  }

  const file = classCsv(IMPORTED_ROWS)
  const imports: ImportTimes[] = []
  for (const { admin } of installations) imports.push(await importOnce(admin, file))
  printTable(
    imports.map((it, index) => ({
      [`import of ${IMPORTED_ROWS} rows among accounts`]: String(SIZES[index]?.accounts),
      'columns and preview, s': figure(it.columns, 2),
      'rows until done, s': figure(it.rows, 2),
      'together, s': figure(it.total, 2),
    })),
  )
  const [ofFew, ofMany] = imports.map(({ total }) => total)
  goals.push({
    what: `import of ${IMPORTED_ROWS} rows among 100,000 accounts (among 2: ${figure(ofFew ?? 0)} s)`,
    measured: `${figure(ofMany ?? Number.NaN)} s`,
    goal: `under ${IMPORT_S} s`,
    isMet: (ofMany ?? Number.NaN) < IMPORT_S,
  })

  const { quiet, busy, ratio: delayed, rate } = await measureSignIns(client, large)
  printTable([
    {
      streams: STREAMS,
      'token delay p99 ms': figure(quiet),
      'with sign-ins': figure(busy),
      ratio: figure(delayed, 2),
      'sign-ins/s': figure(rate),
    },
  ])
  goals.push(goal('p99 token delay with sign-ins, of without', delayed, 1.2))
  printGoals(goals)
} finally {
  for (const end of close.reverse()) await end()
}

function goal(what: string, value: number, limit: number): Goal {
  return { what, measured: figure(value, 2), goal: `at most ${limit}`, isMet: value <= limit }
}

function atLeast(what: string, value: number, least: number): Goal {
  return { what, measured: figure(value, 2), goal: `at least ${least}`, isMet: value >= least }
}
