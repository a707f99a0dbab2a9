import { eq } from 'drizzle-orm'
import type { AdminLabel, DeletedLabel, DeleteLabelQuery, RestoreLabel } from '#shared/contract/labels.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { labels } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { addLabel, labelledAgents, lockAgents, removeLabel } from './label-agents.queries.ts'
import { auditedLabel, entityOf, keepWithinHouse } from './label-changes.queries.ts'
import { getAdminLabel, lockLabels } from './labels-admin.queries.ts'

type One = { labelId: string; origin: AuditOrigin }

const SAME_LABEL = 'Escolha outra etiqueta'

/** Agents that got the target label by the deletion, without those that already had it. */
const movedAgents = (label: AdminLabel, target: AdminLabel): string[] => {
  const had = new Set(target.agents.map(({ id }) => id))
  return label.agents.map(({ id }) => id).filter((id) => !had.has(id))
}

/**
 * Soft-deletes a label; {@link restoreLabel} restores it with its agents. With `moveTo`, its agents get that
 * label.
 * @throws {AppError} NOT_FOUND for either label; VALIDATION_ERROR if they are the same.
 */
export function deleteLabel(
  db: Db,
  { labelId, moveTo, origin }: DeleteLabelQuery & One,
): Promise<DeletedLabel> {
  if (moveTo === labelId)
    throw new AppError('VALIDATION_ERROR', SAME_LABEL, { details: { moveTo: SAME_LABEL } })
  return db.transaction(async (tx) => {
    await lockAgents(tx, { labelId })
    const [label, target] = await lockLabels(tx, { ids: moveTo ? [labelId, moveTo] : [labelId] })
    if (!label) throw new Error('what was held is gone')
    const deletedAt = new Date()
    await tx.update(labels).set({ deletedAt, updatedAt: deletedAt }).where(eq(labels.id, labelId))
    const agentIds = target ? movedAgents(label, target) : []
    if (target) await addLabel(tx, target.id, agentIds)
    await writeAudit(tx, {
      origin,
      action: 'label.delete',
      entity: entityOf(label),
      before: auditedLabel(label),
      details: { movedTo: target?.name ?? null },
    })
    return {
      id: labelId,
      deletedAt: deletedAt.toISOString(),
      moved: target && agentIds.length > 0 ? { labelId: target.id, agentIds } : null,
    }
  })
}

/**
 * Restores a label, and with `moved` takes back the label that its agents got; does nothing if it is not
 * deleted.
 * @throws {AppError} NOT_FOUND; CONFLICT at the limit of labels.
 */
export const restoreLabel = (db: Db, { labelId, moved, origin }: RestoreLabel & One): Promise<AdminLabel> =>
  db.transaction(async (tx) => {
    await lockAgents(tx, { labelId })
    const [row] = await tx.select().from(labels).where(eq(labels.id, labelId)).for('no key update')
    if (!row) throw notFound('Label')
    if (row.deletedAt === null) return getAdminLabel(tx, { labelId })
    await tx.update(labels).set({ deletedAt: null, updatedAt: new Date() }).where(eq(labels.id, labelId))
    await keepWithinHouse(tx)
    // Only from agents that have the restored label again, so that none loses its only label.
    if (moved && moved.labelId !== labelId) {
      await removeLabel(tx, moved.labelId, await labelledAgents(tx, labelId, moved.agentIds))
    }
    const label = await getAdminLabel(tx, { labelId })
    await writeAudit(tx, {
      origin,
      action: 'label.restore',
      entity: entityOf(label),
      after: auditedLabel(label),
    })
    return label
  })
