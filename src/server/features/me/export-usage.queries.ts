import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { usageMonths, userDays } from '../../db/schema/index.ts'

/** Messages of a user by day, and the plan's count by the first day of the month. */
export async function readOwnUsage(db: Db, { userId }: { userId: string }) {
  const messagesByDay = await db
    .select({ day: userDays.day, messages: userDays.messages })
    .from(userDays)
    .where(eq(userDays.userId, userId))
    .orderBy(asc(userDays.day))
  const planUsageByMonth = await db
    .select({ month: usageMonths.month, used: usageMonths.used })
    .from(usageMonths)
    .where(eq(usageMonths.userId, userId))
    .orderBy(asc(usageMonths.month))
  return { messagesByDay, planUsageByMonth }
}
