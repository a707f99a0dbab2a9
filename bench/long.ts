import { figure, type Goal, printGoals, printHeader, printTable } from './lib/report.ts'
import { type LongChat, MARK, tryLongChat, typeInPlainField } from './lib/web/chat.ts'
import { SLOWED, type Speed, WebRig } from './lib/web/rig.ts'

const SPEEDS: Speed[] = [1, SLOWED]
const FEW = 10
const REPLY_TOKENS = 150

const count = Number(process.argv[2] ?? 2_000)
if (!Number.isInteger(count) || count < 100 || count % 2 !== 0) {
  console.error('Usage: node bench/long.ts [messages, 100 or more, even]')
  process.exit(2)
}

printHeader(`bench/long: a chat of ${count} messages in Chromium, beside one of ${FEW}`)
const rig = await WebRig.start()
try {
  const chats = [
    { count: FEW, id: await rig.longChat(FEW, REPLY_TOKENS, MARK) },
    { count, id: await rig.longChat(count, REPLY_TOKENS, MARK) },
  ]
  const goals: Goal[] = []
  const rows = []
  for (const speed of SPEEDS) {
    const plain = await typeInPlainField(rig, speed)
    const [few, many] = [await tryLongChat(rig, at(0), speed), await tryLongChat(rig, at(1), speed)]
    rows.push(row(few, FEW, speed, plain.p95), row(many, count, speed, plain.p95))
    const name = speed === 1 ? '' : `, slowed ${speed} times`
    goals.push(
      goal(`click to last message, of the short chat’s${name}`, many.opened.seen / few.opened.seen, 1.5),
      goal(`key to paint at p95, of the short chat’s${name}`, many.typing.p95 / few.typing.p95, 1.5),
    )
    if (speed === 1)
      goals.push(goal('longest task while scrolling through all, ms', many.scrolled.longest, 100))
  }
  console.log(`Replies of ${REPLY_TOKENS} tokens of Markdown; milliseconds from the click or key.\n`)
  printTable(rows)
  printGoals(goals)

  function at(index: number) {
    const chat = chats[index]
    if (!chat) throw new Error('never')
    return chat
  }
} finally {
  await rig.close()
}

function row({ opened, scrolled, typing }: LongChat, messages: number, speed: Speed, plain: number) {
  const isScrolled = messages > FEW
  return {
    messages,
    'slowed ×': speed,
    'click to last message': figure(opened.seen, 0),
    'longest task / blocked': `${figure(opened.longest, 0)} / ${figure(opened.blocking, 0)}`,
    'scrolled to the first, s': isScrolled ? figure(scrolled.ms / 1_000) : '–',
    'frames/s': isScrolled ? figure(scrolled.fps) : '–',
    'longest frame / task': isScrolled ? `${figure(scrolled.gap, 0)} / ${figure(scrolled.longest, 0)}` : '–',
    'blocked ms a page of 100': isScrolled ? figure(scrolled.blocking / (messages / 100), 0) : '–',
    'key to paint p50 / p95': `${figure(typing.p50)} / ${figure(typing.p95)}`,
    'plain field p95': figure(plain),
  }
}

function goal(what: string, value: number, limit: number): Goal {
  return { what, measured: figure(value, 2), goal: `at most ${limit}`, isMet: value <= limit }
}
