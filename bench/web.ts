import { figure, type Goal, median, printGoals, printHeader, printTable } from './lib/report.ts'
import { type LongChat, MARK, tryLongChat, typeInPlainField } from './lib/web/chat.ts'
import { type FirstLoad, measureFirstLoad } from './lib/web/load.ts'
import { SLOWED, type Speed, WebRig } from './lib/web/rig.ts'
import { type Streamed, streamPlainText, streamReply, TOKENS, TOKENS_PER_SECOND } from './lib/web/stream.ts'
import { measureUsable, usableTime } from './lib/web/usable.ts'
import { MOST_KB } from './lib/web/weight.ts'

const SPEEDS: Speed[] = [1, SLOWED]
const MESSAGES = 500
const REPLY_TOKENS = 150
const READY_RUNS = 3
/** All that a person needs in a chat. */
const USABLE = ['textarea[data-composer]', 'article']

printHeader('bench/web: the pages in Chromium, built for production, at normal speed and slowed 4 times')
const rig = await WebRig.start()
try {
  printGoals([
    ...(await firstLoads(rig)),
    ...(await slowNetwork(rig)),
    ...(await streaming(rig)),
    ...(await longChat(rig)),
  ])
} finally {
  await rig.close()
}

async function firstLoads(rig: WebRig): Promise<Goal[]> {
  const chatPath = `/app/${rig.agentId}/${await rig.chatOf(2, 300)}`
  const visitor = { isSignedIn: false }
  const member = { isSignedIn: true }
  const control = await measureFirstLoad(rig, {
    ...visitor,
    name: 'React alone',
    address: `${rig.controls}/react`,
    shows: 'h1',
  })
  const landing = await measureFirstLoad(rig, { ...visitor, name: '/', address: '/', shows: 'h1' })
  const signIn = await measureFirstLoad(rig, {
    ...visitor,
    name: '/sign-in',
    address: '/sign-in',
    shows: 'form',
  })
  const home = await measureFirstLoad(rig, { ...member, name: 'home', address: '/app', shows: 'article a' })
  const chat = await measureFirstLoad(rig, { ...member, name: 'a chat', address: chatPath, shows: 'article' })
  const admin = await measureFirstLoad(rig, {
    ...member,
    name: 'administration',
    address: '/app/admin',
    shows: 'main ul',
  })
  const all = [control, landing, signIn, home, chat, admin]
  console.log('First load with empty caches. KB are 1,000 bytes, as transferred (brotli).\n')
  printTable(all.map((page) => weightRow(page, control)))
  printTable(SPEEDS.flatMap((speed) => all.map((page) => loadRow(page, speed, control))))
  return [
    below('JavaScript of /, KB', landing.weight.js / 1_000, 60),
    atMost('JavaScript of /sign-in, KB', signIn.weight.js / 1_000, MOST_KB.signIn),
    atMost('JavaScript of a chat, KB', chat.weight.js / 1_000, MOST_KB.chat),
    below('largest paint of /, slowed, ms', landing.at[SLOWED].lcp, 2_500),
    atMost('largest paint of a chat, slowed, ms', chat.at[SLOWED].lcp, 1_000),
    atMost('moved by itself (CLS), the worst page', Math.max(...all.map(worstShift)), 0.1),
  ]
}

function worstShift({ at }: FirstLoad): number {
  return Math.max(...SPEEDS.map((speed) => at[speed].cls))
}

function weightRow({ name, weight }: FirstLoad, control: FirstLoad) {
  return {
    page: name,
    'JavaScript KB': figure(weight.js / 1_000),
    'of React alone': figure(weight.js / control.weight.js, 2),
    'CSS KB': figure(weight.css / 1_000),
    'fonts KB': figure(weight.fonts / 1_000),
    'images KB': figure(weight.images / 1_000),
    'all KB': figure(weight.all / 1_000),
    requests: weight.requests,
  }
}

function loadRow({ name, at }: FirstLoad, speed: Speed, control: FirstLoad) {
  const { fcp, lcp, blocking, longest, cls } = at[speed]
  return {
    page: name,
    'slowed ×': speed,
    'first paint ms': figure(fcp, 0),
    'largest paint ms': figure(lcp, 0),
    'of React alone': figure(lcp / control.at[speed].lcp, 2),
    'blocked ms': figure(blocking, 0),
    'longest task ms': figure(longest, 0),
    'moved (CLS)': figure(cls, 3),
  }
}

async function slowNetwork(rig: WebRig): Promise<Goal[]> {
  const path = `/app/${rig.agentId}/${await rig.chatOf(2, 300)}`
  const chat = await measureUsable(rig, { origin: rig.url, path, shows: USABLE, hasWorker: true })
  const control = await measureUsable(rig, {
    origin: rig.controls,
    path: '/react',
    shows: ['h1'],
    hasWorker: false,
  })
  console.log(
    `Slow 4G (1.6 Mbit/s, 150 ms), slowed ${SLOWED} times: until the composer and the messages of a chat are there.\n`,
  )
  printTable(
    [
      { page: 'a chat', ...chat },
      { page: 'React alone', ...control },
    ].map(({ page, cold, warm }) => ({
      page,
      'cold ms': figure(cold, 0),
      'of React alone': figure(cold / control.cold, 2),
      'warm ms': figure(warm, 0),
      'of React alone, warm': figure(warm / control.warm, 2),
    })),
  )
  return [
    atMost('cold chat usable on slow 4G, slowed, ms', chat.cold, 2_500),
    atMost('warm chat usable on slow 4G, slowed, ms', chat.warm, 1_200),
  ]
}

async function streaming(rig: WebRig): Promise<Goal[]> {
  const goals: Goal[] = []
  const rows = []
  for (const speed of SPEEDS) {
    const ours = await streamReply(rig, speed)
    const control = await streamPlainText(rig, speed)
    rows.push(streamRow('Elenco', speed, ours, control), streamRow('plain text', speed, control, control))
    if (speed === 1) goals.push(atMost('tasks over 50 ms while streaming', ours.longTasks, 0))
    else {
      goals.push(
        atLeast('frames/s while streaming, slowed', ours.fps, 55),
        atMost('blocked while streaming, slowed, ms', ours.blocking, 100),
      )
    }
  }
  console.log(`A reply of ${TOKENS} tokens of Markdown in a new chat, ${TOKENS_PER_SECOND} tokens/s.\n`)
  printTable(rows)
  return goals
}

function streamRow(name: string, speed: Speed, it: Streamed, control: Streamed) {
  return {
    page: name,
    'slowed ×': speed,
    'tasks over 50 ms': it.longTasks,
    'longest ms': figure(it.longest, 0),
    'blocked ms': figure(it.blocking, 0),
    'frames/s': figure(it.fps),
    'of plain text': figure(it.fps / control.fps, 2),
    'longest frame ms': figure(it.gap, 0),
    'lag p50 / p95 ms': `${figure(it.lag.p50, 0)} / ${figure(it.lag.p95, 0)}`,
  }
}

async function longChat(rig: WebRig): Promise<Goal[]> {
  const id = await rig.longChat(MESSAGES, REPLY_TOKENS, MARK)
  const goals: Goal[] = []
  const rows = []
  for (const speed of SPEEDS) {
    const ours = await tryLongChat(rig, { id, count: MESSAGES }, speed)
    const control = await typeInPlainField(rig, speed)
    rows.push(chatRow(ours, speed, control.p95))
    const pace = speed === 1 ? '' : ', slowed'
    goals.push(atMost(`key to paint at p95${pace}, ms`, ours.typing.p95, 16))
  }
  goals.push(await readiness(rig, id))
  console.log(
    `A chat of ${MESSAGES} messages, replies of ${REPLY_TOKENS} tokens; ms from the click or key.\n`,
  )
  printTable(rows)
  return goals
}

/** The first visit of the long chat at its own address. */
async function readiness(rig: WebRig, id: string): Promise<Goal> {
  const timeUntil = async (address: string, shows: string[]) => {
    const times = []
    for (let run = 0; run < READY_RUNS; run += 1) {
      const { page, close } = await rig.visit(address, { speed: SLOWED, shows })
      times.push(await usableTime(page))
      await close()
    }
    return median(times)
  }
  const ours = await timeUntil(`/app/${rig.agentId}/${id}`, USABLE)
  const control = await timeUntil(`${rig.controls}/messages`, ['article:nth-of-type(500)'])
  console.log(
    `The same chat at its address, slowed ${SLOWED} times, until composer and newest messages are there: ${figure(ours, 0)} ms; React alone with ${MESSAGES} plain texts: ${figure(control, 0)} ms.\n`,
  )
  return atMost(`chat of ${MESSAGES} messages ready, slowed, ms`, ours, 1_500)
}

function chatRow({ opened, scrolled, typing }: LongChat, speed: Speed, control: number) {
  return {
    'slowed ×': speed,
    'open: last message / longest task / blocked': [opened.seen, opened.longest, opened.blocking]
      .map((ms) => figure(ms, 0))
      .join(' / '),
    'up to the first: frames/s / longest task': `${figure(scrolled.fps)} / ${figure(scrolled.longest, 0)}`,
    'key to paint p50 / p95': `${figure(typing.p50)} / ${figure(typing.p95)}`,
    'plain field p95': figure(control),
    ratio: figure(typing.p95 / control, 2),
  }
}

function atMost(what: string, value: number, limit: number): Goal {
  return { what, measured: figure(value, 2), goal: `at most ${limit}`, isMet: value <= limit }
}

function atLeast(what: string, value: number, limit: number): Goal {
  return { what, measured: figure(value), goal: `at least ${limit}`, isMet: value >= limit }
}

function below(what: string, value: number, limit: number): Goal {
  return { what, measured: figure(value), goal: `below ${limit}`, isMet: value < limit }
}
