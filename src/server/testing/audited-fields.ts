import { sql } from 'drizzle-orm'
import { auditFieldLabel } from '#shared/audit-fields.ts'
import type { Db } from '../db/connect.ts'

type Recorded = { entity: string | null; action: string; field: string }

/** Audited fields without a label on the screen, as "agent.update: model". */
export async function unnamedAuditFields(db: Db): Promise<string[]> {
  const { rows } = await db.execute<Recorded>(sql`select distinct entity, action, field from audit_entries,
    jsonb_object_keys(coalesce(details->'before', '{}') || coalesce(details->'after', '{}')) as field`)
  return rows
    .filter(({ field, ...entry }) => auditFieldLabel(entry, field) === undefined)
    .map(({ action, field }) => `${action}: ${field}`)
}
