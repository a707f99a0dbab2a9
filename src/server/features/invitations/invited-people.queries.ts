import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { ZONE } from '../../db/local-day.ts'
import { subscriptions, users } from '../../db/schema/index.ts'
import { isLive } from '../subscriptions/effective-plan.queries.ts'

/**
 * The accounts of these addresses, each with the plan that was given by hand and is in force, and its last day in
 * America/Sao_Paulo.
 */
export const findAccounts = (db: Db, { emails }: { emails: string[] }) =>
  db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      emailVerified: users.emailVerified,
      givenPlanId: subscriptions.planId,
      givenUntil: sql<
        string | null
      >`to_char(${subscriptions.currentPeriodEnd} at time zone ${ZONE}, 'YYYY-MM-DD')`,
    })
    .from(users)
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.userId, users.id), eq(subscriptions.provider, 'manual'), isLive),
    )
    .where(inArray(users.email, emails))
