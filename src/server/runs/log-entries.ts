import type { ReplyStep } from '#shared/contract/messages.ts'
import type { Redis } from '../db/redis.ts'
import type { Written } from './reply-log.ts'
import { mergeSteps } from './reply-steps.ts'

/**
 * A piece of a reply; with it applied, the text is `length` UTF-16 code units long. `steps` is the whole list, in
 * entries with which it changed; `change` counts those of a writer.
 */
export type Entry = { length: number; change: number; text: string; steps?: readonly ReplyStep[] | undefined }

/** The place of an entry in its log. */
export type Place = Pick<Entry, 'length' | 'change'>

/** Far more entries than a reply gets between two saves of its row. */
const KEPT_ENTRIES = 4_000
/** Longer than any run lasts. Logs that were not removed expire. */
const KEPT_SECONDS = 1_200
/** For readers that have not received the end yet. */
const KEPT_AFTER_END_SECONDS = 60
/** Entry id beyond every length: Redis refuses any later append. */
const CLOSED: Place = { length: 999_999_999_999, change: 0 }

/** The place from which all entries are read that may have news for this text. */
export const startOf = ({ text }: Pick<Written, 'text'>): Place => ({ length: text.length, change: 0 })

/** Key of the log of one attempt. A writer that was suspended cannot append to its successor's log. */
export const logKey = ({ id, attempt }: { id: string; attempt: number }) => `elenco:reply:${id}:${attempt}`

// The text's length, then the number of changes of the steps, is the sequence and the entry id, so Redis itself refuses
// duplicates and late appends.
const idOf = ({ length, change }: Place) => `${length}-${change}`
const fieldsOf = ({ text, steps }: Entry) => ({ text, ...(steps && { steps: JSON.stringify(steps) }) })

const LATE_ENTRY = /equal or smaller than the target stream top item/
const isLate = (error: unknown) => error instanceof Error && LATE_ENTRY.test(error.message)

/** Result of an append. `lost`: the log no longer exists. */
type Appended = 'appended' | 'closed' | 'lost'

/** Starts a log, or restarts one that Redis lost with the whole text and steps. @throws errors of Redis. */
export async function beginLog(redis: Redis, key: string, entry: Entry): Promise<Appended> {
  try {
    // Pipelined. When only the first command succeeds, the call fails and the retry sends both again.
    await Promise.all([
      redis.commands.xAdd(key, idOf(entry), fieldsOf(entry)),
      redis.commands.expire(key, KEPT_SECONDS),
    ])
    return 'appended'
  } catch (error) {
    return afterRefusal(redis, key, error)
  }
}

/** Appends to an existing log. @throws errors of Redis. */
export async function appendToLog(redis: Redis, key: string, entry: Entry): Promise<Appended> {
  const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES } as const
  try {
    const id = await redis.commands.xAddNoMkStream(key, idOf(entry), fieldsOf(entry), { TRIM })
    return id === null ? 'lost' : 'appended'
  } catch (error) {
    return afterRefusal(redis, key, error)
  }
}

/** Redis refuses the entry when the log is closed, or when it was stored before and the answer was lost. */
async function afterRefusal(redis: Redis, key: string, error: unknown): Promise<Appended> {
  if (!isLate(error)) throw error
  const newest = await redis.commands.xRevRange(key, '+', '-', { COUNT: 1 })
  return newest?.[0]?.id === idOf(CLOSED) ? 'closed' : 'appended'
}

/** Closes a log, existing or not; no entry can follow. */
export async function closeLog(redis: Redis, key: string): Promise<void> {
  try {
    await redis.commands.xAdd(key, idOf(CLOSED), { text: '' })
  } catch (error) {
    if (!isLate(error)) throw error
  }
  await redis.commands.expire(key, KEPT_AFTER_END_SECONDS)
}

type LogRead = { entries: Entry[]; isClosed: boolean }

const toLogRead = (messages: { id: string; message: Record<string, string> }[] | null): LogRead => {
  const entries = (messages ?? []).map(({ id, message }): Entry => {
    const [length = 0, change = 0] = id.split('-').map(Number)
    return {
      length,
      change,
      text: message.text ?? '',
      ...(message.steps && { steps: JSON.parse(message.steps) }),
    }
  })
  const isClosed = entries.at(-1)?.length === CLOSED.length
  return { entries: isClosed ? entries.slice(0, -1) : entries, isClosed }
}

/** The entries after this place. */
export async function readLog(redis: Redis, key: string, after: Place): Promise<LogRead> {
  return toLogRead(await redis.commands.xRange(key, `(${idOf(after)}`, '+'))
}

/**
 * Waits until one of the logs has entries beyond its place in `logs`, at most `milliseconds`.
 */
export async function awaitLogs(
  redis: Redis,
  logs: Map<string, Place>,
  milliseconds: number,
): Promise<Map<string, LogRead>> {
  const streams = [...logs].map(([key, after]) => ({ key, id: idOf(after) }))
  const found = await redis.waiting.xRead(streams, { BLOCK: milliseconds })
  return new Map((found ?? []).map(({ name, messages }) => [name, toLogRead(messages)]))
}

/** Text and steps with the entries applied; undefined when there is a gap. */
export function withEntries({ text, steps }: Written, entries: Entry[]): Written | undefined {
  const added: string[] = []
  let length = text.length
  let known = steps
  for (const entry of entries) {
    if (entry.steps) known = mergeSteps(known, entry.steps)
    if (entry.length <= length) continue
    const start = entry.length - entry.text.length
    if (start > length) return undefined
    added.push(entry.text.slice(length - start))
    length = entry.length
  }
  return { text: text + added.join(''), steps: known }
}
