import { sql } from 'drizzle-orm'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Db } from '../../db/connect.ts'
import { HOUSE_OWNER_ID, plans } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { ofBestPlan } from '../subscriptions/effective-plan.queries.ts'

/** How many passages an owner may have: the figure of a user's plan, or that of the house. */
export async function readPassageLimit(db: Db, { ownerId }: { ownerId: string }): Promise<number> {
  if (ownerId === HOUSE_OWNER_ID) return COLLECTION_LIMITS.passagesOfHouse
  const { rows } = await db.execute<{ limit: number }>(sql`
    select coalesce(${ofBestPlan(plans.passageLimit, sql`${ownerId}::uuid`)},
      (select passage_limit from plans where id = ${FREE_PLAN_ID}::uuid)) as limit`)
  const [row] = rows
  if (!row) throw new Error('the limit was not read')
  return row.limit
}
