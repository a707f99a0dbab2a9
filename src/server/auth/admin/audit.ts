import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, AuditEntity } from '#shared/audit-actions.ts'
import type { Db } from '../../db/connect.ts'
import { auditEntries } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { auditable, excerptDifference } from './audit-values.ts'

export type Person = { id: string; name: string }

type Fields = Record<string, unknown>

export type Audited = {
  /** The actor's id is null for actions at the server's terminal. */
  origin: Omit<AuditOrigin, 'actor'> & { actor: { id: string | null; name: string } }
  action: AuditAction
  /** The affected user. */
  subject?: Person
  /** The affected entity when it is not a user; without id when there are several, as in an order. */
  entity?: { type: AuditEntity; id?: string; name?: string }
  /** Changed fields only, from {@link changedFields}; one side is missing for created and deleted rows. */
  before?: Fields
  after?: Fields
  /** Other facts of the action. */
  details?: Fields
}

/**
 * Writes an audit entry in the transaction of the action, so that a failed entry also rolls back the action.
 * Texts are cut at 500 characters, and likely passwords, tokens and keys are masked.
 */
export async function writeAudit(db: Db, audited: Audited): Promise<void> {
  const { origin, action, subject, entity, before, after, details } = audited
  const noted = { ...details, ...(before && { before }), ...(after && { after }) }
  await db.insert(auditEntries).values({
    actorId: origin.actor.id,
    actorName: origin.actor.name,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? null,
    entity: entity?.type ?? null,
    entityId: entity?.id ?? null,
    entityName: entity?.name ?? null,
    action,
    details: auditable(noted),
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
  })
}

const asStored = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))

/**
 * The fields of `after` that differ, with old and new values. Undefined fields of `after` are ignored. Both
 * results are empty when nothing changes.
 */
export function changedFields(before: object, after: object): { before: Fields; after: Fields } {
  const changed: { before: Fields; after: Fields } = { before: {}, after: {} }
  const was = new Map(Object.entries(before))
  for (const [name, given] of Object.entries(after)) {
    if (given === undefined) continue
    const [old, value] = [asStored(was.get(name)), asStored(given)]
    if (isDeepStrictEqual(old, value)) continue
    const isText = typeof old === 'string' && typeof value === 'string'
    const [from, to] = isText ? excerptDifference(old, value) : [old, value]
    changed.before[name] = from
    changed.after[name] = to
  }
  return changed
}
