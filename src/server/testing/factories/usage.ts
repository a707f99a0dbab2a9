import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { connect, type Db } from '../../db/connect.ts'
import { activityDays, agents, chats, messages, usageDays, userDays, users } from '../../db/schema/index.ts'
import { createTestDatabase } from '../database.ts'

type ReplyRow = Partial<Omit<typeof messages.$inferInsert, 'chatId' | 'seq' | 'parentId' | 'sender'>>

type Exchanged = { chatId: string; questionId: string; replyId: string }

/** The instant of a local time in São Paulo. */
export const inSaoPaulo = (day: string, time = '12:00:00.000') => new Date(`${day}T${time}-03:00`)

const DAY_MS = 86_400_000
/** The date this many days later; negative for earlier. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** Today's date in São Paulo. */
export const saoPauloToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())

/** A separate database, without a server that would count concurrently. */
export async function createUsageDatabase() {
  const copy = await createTestDatabase(inject('adminUrl'), inject('template'))
  const database = connect({ connectionString: copy.url }, pino({ level: 'silent' }))
  const { db } = database
  return {
    db,
    /** Deletes all users and figures. */
    async empty() {
      await db.delete(users)
      await db.execute(
        sql`truncate usage_days, call_days, plan_days, activity_days, cohort_weeks, paid_months`,
      )
    },
    async close() {
      await database.close()
      await copy.drop()
    },
  }
}
export type UsageDatabase = Awaited<ReturnType<typeof createUsageDatabase>>

export async function makeWriter(db: Db, createdAt: Date, name = 'Ana Souza'): Promise<string> {
  const id = uuidv7()
  await db.insert(users).values({ id, name, email: `${id}@exemplo.com.br`, createdAt })
  return id
}

export async function makeAgent(db: Db, name = 'Agente de teste'): Promise<string> {
  const id = uuidv7()
  await db.insert(agents).values({ id, name, description: 'De teste', systemPrompt: 'Responda.' })
  return id
}

/** An id as a server would have made it at that time. */
const idAt = (at: Date) => uuidv7({ msecs: at.getTime() })

/** Inserts a question at a time and its reply in a new chat; the reply is `done` by default. */
export async function exchange(
  db: Db,
  { userId, agentId, at, ...reply }: ReplyRow & { userId: string; agentId: string; at: Date },
): Promise<Exchanged> {
  const [chatId, questionId, replyId] = [uuidv7(), uuidv7(), reply.id ?? idAt(at)]
  await db.insert(chats).values({ id: chatId, agentId, userId, title: 'Conversa', lastSeq: 2 })
  const lease =
    reply.status === 'running' ? { leaseOwner: uuidv7(), leaseUntil: new Date(Date.now() + DAY_MS) } : {}
  await db.insert(messages).values([
    {
      ...{ id: questionId, chatId, seq: 1, sender: 'human', status: 'done' },
      ...{ content: 'Como vendo mais?', createdAt: at },
    },
    {
      ...{ id: replyId, chatId, seq: 2, sender: 'ai', parentId: questionId, createdAt: at },
      ...{ status: 'done', content: 'Ouça quem compra.', ...lease, ...reply },
    },
  ])
  return { chatId, questionId, replyId }
}

/** A row of `usage_days` with zeros. */
export const NO_USAGE = {
  ...{ isOwnKey: false, messages: 0, replies: 0, failed: 0, interrupted: 0, stopped: 0, refused: 0 },
  ...{ nTokens: 0, nCachedTokens: 0, nOutputTokens: 0, firstTokens: 0, firstTokenMs: 0, up: 0, down: 0 },
}

/** The figures per agent, in order. */
export async function daysCounted(db: Db) {
  const { day, provider, model, isOwnKey } = usageDays
  const rows = await db.select().from(usageDays).orderBy(day, provider, model, isOwnKey)
  return rows.map(({ updatedAt: _at, agentId: _agent, firstTokenBuckets: _buckets, ...row }) => row)
}

/** Messages by day of a database with one user. */
export async function wroteOn(db: Db): Promise<[string, number][]> {
  const rows = await db.select().from(userDays).orderBy(userDays.day)
  return rows.map(({ day, messages: count }) => [day, count])
}

/** Active users in the 1, 7, 30 and 90 days up to a day, and new users on it. */
export async function activeOn(db: Db, day: string): Promise<number[] | undefined> {
  const [row] = await db.select().from(activityDays).where(eq(activityDays.day, day))
  return row && [row.active1, row.active7, row.active30, row.active90, row.newUsers]
}
