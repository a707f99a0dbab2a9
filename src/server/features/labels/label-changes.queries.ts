import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { AdminLabel, CreateLabel, LabelOrder, UpdateLabel } from '#shared/contract/labels.ts'
import { LIMITS } from '#shared/limits.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { labels } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { addLabel, keepWithinLabels, lockAgents, removeLabel } from './label-agents.queries.ts'
import { getAdminLabel, lockLabels } from './labels-admin.queries.ts'

type By = { origin: AuditOrigin }

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name)

/** A label for the audit log, with agents by name. */
export const auditedLabel = ({ name, description, order, agents }: AdminLabel) => ({
  ...{ name, description, order },
  agents: namesOf(agents),
})

export const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'label', id, name }) as const

/** @throws {AppError} CONFLICT above the limit of labels. */
export async function keepWithinHouse(tx: Db): Promise<void> {
  if ((await tx.$count(labels, isNull(labels.deletedAt))) <= LIMITS.labelsMax) return
  throw new AppError('CONFLICT', `O elenco tem no máximo ${LIMITS.labelsMax} etiquetas. Exclua uma antes.`)
}

/**
 * Creates a label, last unless `order` is given, and adds it to agents.
 * @throws {AppError} VALIDATION_ERROR if an agent is missing, deleted or at its limit of labels; CONFLICT at
 * the limit of labels.
 */
export const createLabel = (
  db: Db,
  { name, description, order, agentIds, origin }: CreateLabel & By,
): Promise<AdminLabel> =>
  db.transaction(async (tx) => {
    const last = sql`(select coalesce(max("order") + 1, 0) from labels where deleted_at is null)`
    const [created] = await tx
      .insert(labels)
      .values({ name, description, order: order ?? last })
      .returning({ labelId: labels.id })
    if (!created) throw new Error('no row was inserted')
    await keepWithinHouse(tx)
    await lockAgents(tx, { ...created, agentIds })
    await addLabel(tx, created.labelId, agentIds)
    await keepWithinLabels(tx, agentIds)
    const label = await getAdminLabel(tx, created)
    await writeAudit(tx, {
      origin,
      action: 'label.create',
      entity: entityOf(label),
      after: auditedLabel(label),
    })
    return label
  })

/**
 * Changes a label. Deleted agents keep theirs for their restoration.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR if an agent is missing, deleted or at its limit of labels.
 */
export const updateLabel = (
  db: Db,
  { labelId, agentIds, origin, ...fields }: UpdateLabel & By & { labelId: string },
): Promise<AdminLabel> =>
  db.transaction(async (tx) => {
    await getAdminLabel(tx, { labelId })
    await lockAgents(tx, { labelId, agentIds })
    const [before] = await lockLabels(tx, { ids: [labelId] })
    if (!before) throw new Error('what was held is gone')
    await tx
      .update(labels)
      .set({ ...fields, updatedAt: new Date() })
      .where(eq(labels.id, labelId))
    if (agentIds) {
      const had = before.agents.map(({ id }) => id)
      const added = agentIds.filter((id) => !had.includes(id))
      await addLabel(tx, labelId, added)
      await removeLabel(
        tx,
        labelId,
        had.filter((id) => !agentIds.includes(id)),
      )
      await keepWithinLabels(tx, added)
    }
    const after = await getAdminLabel(tx, { labelId })
    const change = changedFields(auditedLabel(before), auditedLabel(after))
    if (Object.keys(change.after).length > 0) {
      await writeAudit(tx, { origin, action: 'label.update', entity: entityOf(after), ...change })
    }
    return after
  })

const CHANGED = 'As etiquetas mudaram enquanto você as ordenava. Confira a lista e tente de novo.'

/**
 * Sets the order of all labels.
 * @throws {AppError} CONFLICT unless `ids` are all labels that are not deleted.
 */
export const orderLabels = (db: Db, { ids, origin }: LabelOrder & By): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await tx
      .select({ id: labels.id, name: labels.name, order: labels.order })
      .from(labels)
      .where(isNull(labels.deletedAt))
      .orderBy(asc(labels.id))
      .for('no key update')
    const byId = new Map(held.map((label) => [label.id, label]))
    const wanted = ids.flatMap((id) => byId.get(id) ?? [])
    if (wanted.length !== held.length || ids.length !== held.length) throw new AppError('CONFLICT', CHANGED)
    const shown = held.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
    const change = changedFields({ labels: namesOf(shown) }, { labels: namesOf(wanted) })
    await tx.execute(sql`update labels set "order" = place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
      where labels.id = wanted.id and "order" <> place - 1`)
    if (Object.keys(change.after).length === 0) return
    await writeAudit(tx, { origin, action: 'label.reorder', entity: { type: 'label' }, ...change })
  })
