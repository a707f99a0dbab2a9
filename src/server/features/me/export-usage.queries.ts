import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import {
  agents,
  extraMessages,
  personDays,
  transcriptionDays,
  usageMonths,
  userDays,
} from '../../db/schema/index.ts'
import { listOwnApiKeys } from '../api-keys/api-keys.queries.ts'
import { listStoredReports } from '../reports/reports.queries.ts'
import { listOwnAmounts } from '../subscriptions/revenue.queries.ts'

/** Messages and seconds of transcribed audio of a user by day, the plan's count by month, extra messages, payments, reports of replies, and an administrator's API keys. */
export async function readOwnUsage(db: Db, { userId }: { userId: string }) {
  const messagesByDay = await db
    .select({ day: userDays.day, messages: userDays.messages })
    .from(userDays)
    .where(eq(userDays.userId, userId))
    .orderBy(asc(userDays.day))
  const usageByAgent = await db
    .select({
      day: personDays.day,
      agent: agents.name,
      model: personDays.model,
      ownKey: personDays.isOwnKey,
      messages: sql<number>`sum(${personDays.messages})::int`,
      replies: sql<number>`sum(${personDays.replies})::int`,
      tokens: sql<number>`sum(${personDays.nTokens})::float8`,
    })
    .from(personDays)
    .leftJoin(agents, eq(agents.id, personDays.agentId))
    .where(eq(personDays.userId, userId))
    .groupBy(personDays.day, agents.id, personDays.model, personDays.isOwnKey)
    .orderBy(asc(personDays.day), asc(agents.name), asc(personDays.model))
  const planUsageByMonth = await db
    .select({ month: usageMonths.month, used: usageMonths.used })
    .from(usageMonths)
    .where(eq(usageMonths.userId, userId))
    .orderBy(asc(usageMonths.month))
  const transcribedByDay = await db
    .select({ day: transcriptionDays.day, seconds: transcriptionDays.seconds })
    .from(transcriptionDays)
    .where(eq(transcriptionDays.userId, userId))
    .orderBy(asc(transcriptionDays.day))
  const { userId: _own, givenBy: _giver, takenBackBy: _taker, ...columns } = getTableColumns(extraMessages)
  const given = await db
    .select(columns)
    .from(extraMessages)
    .where(eq(extraMessages.userId, userId))
    .orderBy(asc(extraMessages.createdAt), asc(extraMessages.id))
  const apiKeys = await listOwnApiKeys(db, { userId })
  const payments = await listOwnAmounts(db, { userId })
  const reports = await listStoredReports(db, { userId })
  return {
    ...{ messagesByDay, usageByAgent, transcribedByDay, planUsageByMonth },
    ...{ extraMessages: given, payments, apiKeys, reports },
  }
}
