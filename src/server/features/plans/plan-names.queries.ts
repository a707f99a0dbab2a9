import type { Db } from '../../db/connect.ts'
import { plans } from '../../db/schema/index.ts'

/** All plans by their names, archived ones too. */
export const listPlanNames = (db: Db) =>
  db
    .select({
      id: plans.id,
      name: plans.name,
      displayName: plans.displayName,
      isArchived: plans.isArchived,
    })
    .from(plans)
