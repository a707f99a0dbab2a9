import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, AuditEntity } from '#shared/audit-actions.ts'
import type { Db } from '../../db/connect.ts'
import { auditEntries } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { auditable, excerptDifference } from './audit-values.ts'

export type Person = { id: string; name: string }

type Fields = Record<string, unknown>

export type Audited = {
  /** Nobody's id where it was done at the server's own terminal. */
  origin: Omit<AuditOrigin, 'actor'> & { actor: { id: string | null; name: string } }
  action: AuditAction
  /** The person whom it concerns. */
  subject?: Person
  /** What it concerns where that is no person; without an id where it is several, as an order is. */
  entity?: { type: AuditEntity; id?: string; name?: string }
  /** Only what changed, as {@link changedFields} gives it; one of the two for what is new or goes. */
  before?: Fields
  after?: Fields
  /** What else says what was done. */
  details?: Fields
}

/**
 * Writes down what an administrator does, within the transaction that does it: a caller that can't, must not do it.
 * Texts are shortened to 500 characters, and what looks like a password, token or key is left out.
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
 * What an update changes: of `after`'s fields those that differ, as they were and as they are. A field that is
 * undefined in `after` is not touched. Both are empty when nothing changes.
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
