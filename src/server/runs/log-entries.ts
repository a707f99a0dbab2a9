import type { Redis } from '../db/redis.ts'

/** A stretch of a reply: with it applied, the text is `length` UTF-16 code units long. */
export type Entry = { length: number; text: string }

/** More entries than a reply gets between two saves of its row, by far. */
const KEPT_ENTRIES = 4_000
/** Longer than any writer writes: what was forgotten to be removed goes by itself. */
const KEPT_SECONDS = 1_200
/** For readers that have not seen the end yet. */
const KEPT_AFTER_END_SECONDS = 60
/** As an entry's id, beyond every length: nothing can be appended after it. */
const CLOSED = 999_999_999_999

/** Each writer has its own log: one that was frozen can't mix what it says into its successor's. */
export const logKey = ({ id, attempt }: { id: string; attempt: number }) => `elenco:reply:${id}:${attempt}`

// The length of the text is the sequence, and so the id of an entry: Redis itself refuses what comes twice, or late.
const idOf = (length: number) => `${length}-0`

const LATE = /equal or smaller than the target stream top item/
const isLate = (error: unknown) => error instanceof Error && LATE.test(error.message)

/** What became of an append. `lost`: the log is not there any more. */
type Appended = 'appended' | 'closed' | 'lost'

/** Begins a log, or begins it again with everything that was said, when Redis has lost it. */
export async function beginLog(redis: Redis, key: string, { length, text }: Entry): Promise<Appended> {
  try {
    // Sent together; where only the first got through, its answer is missing too, and both are sent again.
    await Promise.all([
      redis.commands.xAdd(key, idOf(length), { text }),
      redis.commands.expire(key, KEPT_SECONDS),
    ])
    return 'appended'
  } catch (error) {
    return afterRefusal(redis, key, error)
  }
}

/** Appends to a log that is there. */
export async function appendToLog(redis: Redis, key: string, { length, text }: Entry): Promise<Appended> {
  const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES } as const
  try {
    const id = await redis.commands.xAddNoMkStream(key, idOf(length), { text }, { TRIM })
    return id === null ? 'lost' : 'appended'
  } catch (error) {
    return afterRefusal(redis, key, error)
  }
}

/** Refused because the log is closed, or because the same was appended before and its answer got lost. */
async function afterRefusal(redis: Redis, key: string, error: unknown): Promise<Appended> {
  if (!isLate(error)) throw error
  const newest = await redis.commands.xRevRange(key, '+', '-', { COUNT: 1 })
  return newest?.[0]?.id === idOf(CLOSED) ? 'closed' : 'appended'
}

/** Closes a log, whether it was begun or not: from here on nothing in it changes. */
export async function closeLog(redis: Redis, key: string): Promise<void> {
  try {
    await redis.commands.xAdd(key, idOf(CLOSED), { text: '' })
  } catch (error) {
    if (!isLate(error)) throw error
  }
  await redis.commands.expire(key, KEPT_AFTER_END_SECONDS)
}

type Found = { entries: Entry[]; isClosed: boolean }

const toFound = (messages: { id: string; message: Record<string, string> }[] | null): Found => {
  const entries = (messages ?? []).map(({ id, message }) => ({
    length: Number.parseInt(id, 10),
    text: message.text ?? '',
  }))
  const isClosed = entries.at(-1)?.length === CLOSED
  return { entries: isClosed ? entries.slice(0, -1) : entries, isClosed }
}

/** What a log has after so much text. */
export async function readLog(redis: Redis, key: string, after: number): Promise<Found> {
  return toFound(await redis.commands.xRange(key, `(${idOf(after)}`, '+'))
}

/** Waits until one of these logs has something after so much text, for at most `milliseconds`. */
export async function awaitLogs(
  redis: Redis,
  logs: Map<string, number>,
  milliseconds: number,
): Promise<Map<string, Found>> {
  const streams = [...logs].map(([key, after]) => ({ key, id: idOf(after) }))
  const found = await redis.waiting.xRead(streams, { BLOCK: milliseconds })
  return new Map((found ?? []).map(({ name, messages }) => [name, toFound(messages)]))
}

/** The text with entries applied; undefined when some of it is missing in between. */
export function withEntries(text: string, entries: Entry[]): string | undefined {
  const added: string[] = []
  let length = text.length
  for (const entry of entries) {
    if (entry.length <= length) continue
    const start = entry.length - entry.text.length
    if (start > length) return undefined
    added.push(entry.text.slice(length - start))
    length = entry.length
  }
  return text + added.join('')
}
