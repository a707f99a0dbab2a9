import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ClusterPerson, Turn } from './client.ts'
import { paceOf, wordsOf } from './words.ts'

type Row = {
  id: string
  chat_id: string
  parent_id: string | null
  sender: 'human' | 'ai'
  status: string
  error_code: string | null
  content: string
  attempt: number
}

/** Results of a run. */
export type Account = {
  sent: number
  /** Repeated sends. */
  resent: number
  acknowledged: number
  /** Acknowledged messages stored exactly once, with exactly one reply. */
  storedOnce: number
  lost: number
  doubled: number
  /** Number of replies by end, as `status` or `status/error code`. */
  ends: Map<string, number>
  /** Replies finished by a second or later writer. */
  takenUp: number
  mostAttempts: number
  /** Replies marked `done` with missing or duplicated words. */
  torn: number
  /** Readers whose final text differs from the stored one. */
  differing: number
  /** Readers that never got an end. */
  endless: number
  problems: string[]
}

const PATIENCE_MS = 10_000

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
      await client.end().catch(() => undefined)
    }
  }
}

/** The version reported by the database. */
export const databaseVersion = async (databaseUrl: string): Promise<string> =>
  (await query<{ server_version: string }>(databaseUrl, 'show server_version', []))[0]?.server_version ?? ''

/** Compares everything sent and shown with what is stored. */
export async function settle(databaseUrl: string, people: ClusterPerson[]): Promise<Account> {
  const turns = people.flatMap((person) => person.turns)
  const chatIds = [...new Set(turns.map(({ chatId }) => chatId))]
  const rows = await query<Row>(
    databaseUrl,
    `select id, chat_id, parent_id, sender, status, error_code, content, attempt from messages
     where chat_id = any($1)`,
    [chatIds],
  )
  const account: Account = {
    sent: turns.length,
    resent: turns.reduce((total, { sends }) => total + sends - 1, 0),
    acknowledged: 0,
    storedOnce: 0,
    lost: 0,
    doubled: 0,
    ends: new Map(),
    takenUp: 0,
    mostAttempts: 0,
    torn: 0,
    differing: 0,
    endless: 0,
    problems: [],
  }
  const humans = Map.groupBy(
    rows.filter(({ sender }) => sender === 'human'),
    ({ content }) => content,
  )
  const replies = Map.groupBy(
    rows.filter(({ sender }) => sender === 'ai'),
    ({ parent_id }) => parent_id,
  )
  for (const turn of turns) judge(account, turn, humans.get(turn.content) ?? [], replies.get(turn.id) ?? [])
  return account
}

type Wrong = 'lost' | 'doubled' | 'torn' | 'differing' | 'endless'

function judge(account: Account, turn: Turn, humans: Row[], replies: Row[]): void {
  const report = (count: Wrong, what: string) => {
    account[count] += 1
    account.problems.push(`${count}: ${what}; message ${turn.id} in chat ${turn.chatId}`)
  }
  const isDoubled = humans.length > 1 || replies.length > 1
  if (isDoubled) report('doubled', `${humans.length} messages, ${replies.length} replies`)
  if (!turn.isAcknowledged) return
  account.acknowledged += 1
  const [reply] = replies
  if (humans[0]?.id !== turn.id || !reply) {
    report('lost', reply ? 'no message' : 'no reply')
    return
  }
  if (!isDoubled) account.storedOnce += 1
  judgeReply(account, turn, reply, report)
}

function judgeReply(
  account: Account,
  turn: Turn,
  { status, error_code, content, attempt }: Row,
  report: (count: Wrong, what: string) => void,
): void {
  const end = error_code ? `${status}/${error_code}` : status
  account.ends.set(end, (account.ends.get(end) ?? 0) + 1)
  account.mostAttempts = Math.max(account.mostAttempts, attempt)
  if (attempt > 1) account.takenUp += 1
  const whole = wordsOf(paceOf(turn.content)?.count ?? 0).join('')
  if (status === 'done' && content.trimEnd() !== whole.trimEnd()) {
    report('torn', `${content.length} of ${whole.length} characters, ${attempt} attempts`)
  }
  const { isEnded, text } = turn
  // Without Redis, text after a killed writer's last save is lost.
  const isCutBack = status === 'interrupted' && text.startsWith(content)
  if (!isEnded) report('endless', `its reader waits; its reply is ${end}`)
  else if (text !== content && !isCutBack) {
    report('differing', `${text.length} shown, ${content.length} stored (${end}, ${attempt} attempts)`)
  }
}
