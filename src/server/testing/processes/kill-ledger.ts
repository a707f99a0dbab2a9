import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ReplyReader } from '../clients/reply-reader.ts'
import { readDirective } from '../doubles/provider/behaviour.ts'
import type { Fault } from './kill-faults.ts'

/** A message that a client sends until it is acknowledged, with the same id each time. */
export type Sent = {
  chatId: string
  id: string
  content: string
  tries: ReplyReader[]
  /** Readers of its reply on an instance that does not write it. */
  followers: ReplyReader[]
}

/** The acknowledged attempt, if any. */
export const acknowledged = ({ tries }: Sent) => tries.find((reader) => reader.isAcknowledged)

/** I4: after a crash, a reply may lack the last second of the shown text, or 2 kB of it. */
const ALLOWED_LOSS = { milliseconds: 1_000, bytes: 2_048 }

type Row = {
  id: string
  chat_id: string
  parent_id: string | null
  sender: 'human' | 'ai'
  status: string
  error_code: string | null
  content: string
}

/** Results of a run; times in milliseconds. */
export type KillFigures = {
  rounds: number
  acknowledged: number
  /** Responses to sends that needed a retry although no fault was injected. */
  refusals: string[]
  /** Acknowledged messages or replies that are missing, or differ from the shown text. */
  lost: number
  /** Replies that ran too long, and streams that broke instead of ending. */
  endless: number
  doubled: number
  /** Acknowledged replies whose stream broke, and how many of them were finished without a user's help. */
  cut: number
  finished: number
  /** Replies that lost more of the shown text than is allowed. */
  excess: number
  largestLoss: { characters: number; milliseconds: number }
  /** Until every reply was written again or had ended. */
  longestWait: { afterDeath: number; afterRestart: number }
  /** One line per problem. */
  problems: string[]
}

export const newFigures = (): KillFigures => ({
  rounds: 0,
  acknowledged: 0,
  refusals: [],
  lost: 0,
  endless: 0,
  doubled: 0,
  cut: 0,
  finished: 0,
  excess: 0,
  largestLoss: { characters: 0, milliseconds: 0 },
  longestWait: { afterDeath: 0, afterRestart: 0 },
  problems: [],
})

/** The expectations of a round; `diedAt` is the time of the fault. */
type Verdict = Pick<Fault, 'cuts' | 'isCrash' | 'ends'> & { diedAt: number }

const PATIENCE_MS = 10_000

/** Queries the database; retries while it has no free connection. */
async function query<T extends pg.QueryResultRow>(databaseUrl: string, text: string, values: unknown[]) {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(text, values)).rows
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end()
    }
  }
}

/** Number of running replies in these chats, and the length of their texts in characters. */
export async function readRunning(
  databaseUrl: string,
  chatIds: string[],
): Promise<{ count: number; length: number }> {
  const text = `select count(*)::int as count, coalesce(sum(length(content)), 0)::int as length
    from messages where chat_id = any($1) and status = 'running'`
  const [row] = await query<{ count: number; length: number }>(databaseUrl, text, [chatIds])
  return row ?? { count: 0, length: 0 }
}

/** Number of running replies in these chats without a takeover. */
export async function countOrphans(databaseUrl: string, chatIds: string[]): Promise<number> {
  const text = `select count(*)::int as count from messages
    where chat_id = any($1) and status = 'running' and attempt = 1`
  return (await query<{ count: number }>(databaseUrl, text, [chatIds]))[0]?.count ?? 0
}

type Stored = Map<string, Row[]>

/** The messages of these chats in order. */
export async function storedIn(databaseUrl: string, chatIds: string[]): Promise<Stored> {
  const text = `select id, chat_id, parent_id, sender, status, error_code, content from messages
    where chat_id = any($1) and deleted_at is null order by chat_id, seq`
  return Map.groupBy(await query<Row>(databaseUrl, text, [chatIds]), (row) => row.chat_id)
}

type Wrong = 'lost' | 'endless' | 'doubled' | 'excess'

/** Compares sent and shown text with the stored messages, and adds the result to the figures. */
export function judge(figures: KillFigures, sent: Sent[], stored: Stored, verdict: Verdict): void {
  for (const message of sent) {
    const rows = stored.get(message.chatId) ?? []
    judgeMessage(figures, message, rows, verdict, (count, what) => {
      figures[count] += 1
      figures.problems.push(`${count}: ${what}; message ${message.id} in chat ${message.chatId}`)
    })
  }
}

function judgeMessage(
  figures: KillFigures,
  message: Sent,
  rows: Row[],
  verdict: Verdict,
  report: (count: Wrong, what: string) => void,
): void {
  const humans = rows.filter(({ content }) => content === message.content)
  const replies = rows.filter((row) => row.parent_id === message.id && row.sender === 'ai')
  if (humans.length > 1) report('doubled', 'the message is there twice')
  if (replies.length > 1) report('doubled', 'it has two replies')
  const answers = message.tries.filter((reader) => reader.isAcknowledged)
  if (answers.length === 0) return
  figures.acknowledged += 1
  const [reply] = replies
  if (humans[0]?.id !== message.id || !reply) {
    report('lost', `its ${reply ? 'words are' : 'reply is'} not there`)
    return
  }
  const readers = [...answers, ...message.followers]
  if (readers.some(({ replyId }) => replyId !== reply.id)) report('doubled', 'two replies were named')
  const end = reply.error_code ? `${reply.status}/${reply.error_code}` : reply.status
  if (!verdict.ends.test(end)) report('endless', `its reply is ${end}`)
  const isDone = end === 'done'
  if (isDone && !isWhole(message.content, reply.content)) report('lost', 'words are missing or repeated')
  const isCut = answers.some((reader) => !reader.end)
  figures.cut += Number(isCut)
  figures.finished += Number(isCut && isDone)
  for (const reader of answers) judgeText(figures, reader, reply, verdict, report)
  for (const reader of message.followers) {
    judgeText(figures, reader, reply, { ...verdict, isCrash: false }, report)
  }
}

/** Whether a finished reply has every word once: this provider continues exactly where the text ends. */
const isWhole = (question: string, text: string) =>
  text.trimEnd() === readDirective(question)?.behaviour.tokens?.join('').trimEnd()

function judgeText(
  { largestLoss }: KillFigures,
  { text, end, marks }: ReplyReader,
  { content }: Row,
  { cuts, isCrash, diedAt }: Verdict,
  report: (count: Wrong, what: string) => void,
): void {
  if (!end && !cuts) report('endless', 'its stream broke off')
  if (end && text !== content) report('lost', `${text.length} of ${content.length} characters were shown`)
  if (content.startsWith(text)) return
  if (!text.startsWith(content)) {
    report('lost', 'something else was shown')
    return
  }
  const missing = text.slice(content.length)
  const firstMissing = marks.find(({ length }) => length > content.length)
  const milliseconds = Math.max(0, diedAt - (firstMissing?.at ?? diedAt))
  largestLoss.characters = Math.max(largestLoss.characters, missing.length)
  largestLoss.milliseconds = Math.max(largestLoss.milliseconds, milliseconds)
  const { length: bytes } = Buffer.from(missing)
  const isTooMuch = milliseconds > ALLOWED_LOSS.milliseconds && bytes > ALLOWED_LOSS.bytes
  if (!isCrash || isTooMuch) report('excess', `${bytes} bytes of ${Math.round(milliseconds)} ms`)
}
