import { setTimeout as sleep } from 'node:timers/promises'
import { liftQuotas } from '../src/server/testing/factories/quotas.ts'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { cpuTime, residentMemory } from './lib/child.ts'
import {
  DOWNLOADS_A_PERSON,
  downloads,
  type Fate,
  signUpCrowd,
  slowUploads,
  streamReaders,
} from './lib/crowd/crowds.ts'
import { type Deed, OrdinaryPerson, type Seen } from './lib/crowd/person.ts'
import { signUp, signUpSome, storeAttachments, VARIABLES } from './lib/crowd/site.ts'
import { figure, type Goal, percentile, printGoals, printHeader, printTable } from './lib/report.ts'

const KINDS = ['sign-ups', 'downloads', 'streams', 'uploads']
const asked = process.argv.slice(2)
if (!asked.every((kind) => KINDS.includes(kind))) {
  console.error(`Usage: node bench/crowd.ts [${KINDS.join('] [')}]`)
  process.exit(2)
}
const isAsked = (kind: string) => asked.length === 0 || asked.includes(kind)

const CONTROL_MS = 15_000
const MEMORY_EVERY_MS = 250
/** The largest p95 that an ordinary person may see of anything. */
const GOAL_MS = 1_000
/** A57: growth while 200 readers of 10 MB take nothing. */
const MEMORY_GOAL_MB = 50
const MB = 2 ** 20
const READERS = 201
const STREAM_READERS = 3_000
const DRIPPING = 40

type Phase = { seen: Seen; cores: number; memory: number }

// Child processes must end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

printHeader(
  `bench/crowd: crowds beside an ordinary person, each with the ${CONTROL_MS / 1_000} seconds before it as its control; database, application and clients on one machine`,
)
const server = await startServerProcess(VARIABLES)
try {
  await signUp(server)
  await liftQuotas(server.databaseUrl)
  const person = await OrdinaryPerson.join(server)
  await person.during(sleep(CONTROL_MS))

  /** What the ordinary person sees during `work`, and what it costs the server's process. */
  async function phase(work: Promise<unknown>): Promise<Phase> {
    let memory = 0
    const watch = setInterval(() => {
      memory = Math.max(memory, residentMemory(server.pid) / MB)
    }, MEMORY_EVERY_MS)
    const [cpu, begun] = [cpuTime(server.pid), performance.now()]
    const seen = await person.during(work)
    clearInterval(watch)
    const cores = (cpuTime(server.pid) - cpu) / 1_000 / (performance.now() - begun)
    return { seen, cores, memory }
  }

  const goals: Goal[] = []
  const goal = (what: string, measured: string, wanted: string, isMet: boolean) =>
    void goals.push({ what, measured, goal: wanted, isMet })

  async function beside<F extends Fate>(
    what: string,
    crowd: () => Promise<F>,
  ): Promise<F & { grown: number }> {
    const control = await phase(sleep(CONTROL_MS))
    const fate = crowd()
    const meanwhile = await phase(fate)
    const { told } = await fate
    console.log(`## ${what}\n\n${told}\n`)
    printTable(rowsOf(control, meanwhile))
    const worst = Math.max(...timesOf(meanwhile.seen).map((times) => percentile(times, 95)))
    const errors = errorsOf(meanwhile.seen)
    const before = Math.max(...timesOf(control.seen).map((times) => percentile(times, 95)))
    goal(
      `${what}: worst p95 of an ordinary person (control)`,
      `${figure(worst, 0)} ms (${figure(before, 0)} ms), errors ${errors} (${errorsOf(control.seen)})`,
      `under ${GOAL_MS} ms, no errors`,
      worst < GOAL_MS && errors === 0,
    )
    return { ...(await fate), grown: meanwhile.memory - control.memory }
  }

  async function crowdsOfSignUps(): Promise<void> {
    const webinar = await beside('300 sign-ups in a minute', () => signUpCrowd(server, 300, 60_000))
    goal('a webinar of 300 in a minute', `${webinar.in} in`, 'all', webinar.in === 300)
    const hundred = await beside('100 sign-ups at once', () => signUpCrowd(server, 100, 0))
    goal('100 sign-ups at once', `${hundred.in} in`, 'all', hundred.in === 100)
    const all = await beside('300 sign-ups at once', () => signUpCrowd(server, 300, 0))
    goal('300 sign-ups at once', all.told, 'in, or told when to come back', all.others === 0)
  }

  async function crowdOfDownloads(): Promise<void> {
    const people = await signUpSome(server, READERS / DOWNLOADS_A_PERSON)
    const paths = await storeAttachments(server, people)
    const read = await beside(`${READERS} readers of 10 MB who take nothing`, () =>
      downloads(server, people, paths),
    )
    const grown = `+ ${figure(read.grown, 0)} MB`
    goal(
      'memory while they wait, of the control',
      grown,
      `at most ${MEMORY_GOAL_MB} MB`,
      read.grown <= MEMORY_GOAL_MB,
    )
    goal('readers who take nothing for 60 s', `${read.ended} ended`, 'all', read.ended === READERS)
  }

  async function crowdOfStreams(): Promise<void> {
    const { client } = await signUp(server)
    const streams = await beside(`${STREAM_READERS} readers of one reply by one account`, () =>
      streamReaders(server, client, STREAM_READERS),
    )
    goal('streams of one account', `${streams.admitted}`, 'at most 20', streams.admitted <= 20)
  }

  async function crowdOfUploads(): Promise<void> {
    const { client } = await signUp(server)
    const people = await signUpSome(server, DRIPPING)
    const uploads = await beside(`${DRIPPING} people who drip two uploads each`, () =>
      slowUploads(server, people, client),
    )
    goal('8 MB at 0.5 Mbit/s meanwhile', `status ${uploads.status}`, '201', uploads.status === 201)
  }

  if (isAsked('sign-ups')) await crowdsOfSignUps()
  if (isAsked('downloads')) await crowdOfDownloads()
  if (isAsked('streams')) await crowdOfStreams()
  if (isAsked('uploads')) await crowdOfUploads()
  printGoals(goals)
} finally {
  await server.close()
}

function timesOf(seen: Seen): number[][] {
  return Object.values(seen).map(({ times }) => times)
}

function errorsOf(seen: Seen): number {
  return Object.values(seen).reduce((sum, { errors }) => sum + errors, 0)
}

function rowsOf(control: Phase, meanwhile: Phase) {
  const p = (times: number[], rank: number) => figure(percentile(times, rank), 0)
  const rows = (Object.keys(meanwhile.seen) as Deed[]).map((deed) => {
    const [before, during] = [control.seen[deed], meanwhile.seen[deed]]
    return {
      'an ordinary person': deed,
      'p50 ms': p(during.times, 50),
      'p95 ms': p(during.times, 95),
      errors: `${during.errors} of ${during.times.length + during.errors}`,
      'control p50': p(before.times, 50),
      'control p95': p(before.times, 95),
      'control errors': `${before.errors} of ${before.times.length + before.errors}`,
    }
  })
  console.log(
    `server: ${figure(meanwhile.cores, 2)} cores, at most ${figure(meanwhile.memory, 0)} MB (control: ${figure(control.cores, 2)}, ${figure(control.memory, 0)} MB)\n`,
  )
  return rows
}
