import { readTable, type TableSearch } from '#client/ui/table/table-search.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES, type AuditAction, type AuditEntity } from '#shared/audit-actions.ts'

const AUDIT_FILTERS = {
  action: Object.keys(AUDIT_ACTIONS) as AuditAction[],
  entity: ['user', ...(Object.keys(AUDIT_ENTITIES) as AuditEntity[])],
  actorId: 'id',
  from: 'day',
  to: 'day',
} as const

export type AuditSearch = TableSearch<typeof AUDIT_FILTERS, never>

/** The search of the audit without unknown names. */
export const readAudit = readTable(AUDIT_FILTERS)
