import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { agentLabels, agents, labels } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'

type Chosen = { labelId: string; agentIds?: string[] | undefined }

const GONE = 'Um dos agentes não está mais no elenco'

const refused = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { agentIds: text } })

/**
 * Locks the agents that have the label, and those that will get it, until the transaction ends. Call before
 * locking labels: changes of agents lock in this order too.
 * @throws {AppError} VALIDATION_ERROR if one of `agentIds` is missing or deleted.
 */
export async function lockAgents(tx: Db, { labelId, agentIds = [] }: Chosen): Promise<void> {
  const labelled = tx
    .select({ id: agentLabels.agentId })
    .from(agentLabels)
    .where(eq(agentLabels.labelId, labelId))
  const held = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(and(or(inArray(agents.id, agentIds), inArray(agents.id, labelled)), isNull(agents.deletedAt)))
    .orderBy(asc(agents.id))
    .for('no key update')
  const ids = new Set(held.map(({ id }) => id))
  if (!agentIds.every((id) => ids.has(id))) throw refused(GONE)
}

/** Increments the agents' version, so that open forms with the old labels get a conflict. */
const touchAgents = (tx: Db, ids: string[]) =>
  tx
    .update(agents)
    .set({ version: sql`${agents.version} + 1`, updatedAt: new Date() })
    .where(inArray(agents.id, ids))

/** Adds a label to agents that do not have it. */
export async function addLabel(tx: Db, labelId: string, agentIds: string[]): Promise<void> {
  if (agentIds.length === 0) return
  await tx
    .insert(agentLabels)
    .values(agentIds.map((agentId) => ({ agentId, labelId })))
    .onConflictDoNothing()
  await touchAgents(tx, agentIds)
}

/** Removes a label from agents that have it. */
export async function removeLabel(tx: Db, labelId: string, agentIds: string[]): Promise<void> {
  if (agentIds.length === 0) return
  await tx
    .delete(agentLabels)
    .where(and(eq(agentLabels.labelId, labelId), inArray(agentLabels.agentId, agentIds)))
  await touchAgents(tx, agentIds)
}

/** @throws {AppError} VALIDATION_ERROR if one of these agents exceeds the limit of labels. */
export async function keepWithinLabels(tx: Db, agentIds: string[]): Promise<void> {
  const [full] = await tx
    .select({ name: agents.name })
    .from(agents)
    .innerJoin(agentLabels, eq(agentLabels.agentId, agents.id))
    .innerJoin(labels, and(eq(labels.id, agentLabels.labelId), isNull(labels.deletedAt)))
    .where(inArray(agents.id, agentIds))
    .groupBy(agents.id)
    .having(sql`count(*) > ${LIMITS.labelsPerAgent}`)
    .limit(1)
  if (full) throw refused(`${full.name} já tem ${LIMITS.labelsPerAgent} etiquetas`)
}

/** Those of these agents that have the label. */
export async function labelledAgents(tx: Db, labelId: string, agentIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: agentLabels.agentId })
    .from(agentLabels)
    .where(and(eq(agentLabels.labelId, labelId), inArray(agentLabels.agentId, agentIds)))
  return rows.map(({ id }) => id)
}
