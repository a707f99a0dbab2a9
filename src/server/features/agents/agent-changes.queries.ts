import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { CreateAgent, DeletedAgent } from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { agentLabels, agents, agentVersions, labels, promptRecommendations } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { replaceAgentCollections } from '../collections/house-collections.queries.ts'

type Key = { agentId: string }
type Author = { id: string; name: string }
export type AgentFields = CreateAgent
/** Omitted and undefined fields stay unchanged. */
export type AgentChanges = { [Name in keyof AgentFields]?: AgentFields[Name] | undefined }

/** Keeps `updatedAt`, because order and similar columns change nothing that a form shows. */
const keepUpdatedAt = { updatedAt: sql`${agents.updatedAt}` }

/** @throws {AppError} VALIDATION_ERROR for a label that is missing or deleted. */
export async function requireLabels(db: Db, labelIds: string[]): Promise<void> {
  if (labelIds.length === 0) return
  const found = await db
    .select({ id: labels.id })
    .from(labels)
    .where(and(inArray(labels.id, labelIds), isNull(labels.deletedAt)))
  const known = new Set(found.map(({ id }) => id))
  const at = labelIds.findIndex((id) => !known.has(id))
  if (at < 0) return
  const text = 'Invalid label ID'
  throw new AppError('VALIDATION_ERROR', text, { details: { [`labelIds.${at}`]: text } })
}

/** @throws {AppError} CONFLICT above the limit of agents; the caller's transaction rolls back. */
async function keepWithinLimit(tx: Db): Promise<void> {
  if ((await tx.$count(agents, isNull(agents.deletedAt))) <= LIMITS.agentsMax) return
  throw new AppError('CONFLICT', `A casa tem até ${LIMITS.agentsMax} agentes. Exclua um para abrir espaço.`)
}

/**
 * Stores a new agent, last in the gallery, with version 1 of its prompt. Returns its id.
 * @throws {AppError} CONFLICT at the limit of agents.
 */
export async function insertAgent(
  tx: Db,
  { labelIds, collectionIds, promptRecommendations: recommendations, ...values }: AgentFields,
  author: Author,
): Promise<string> {
  const last = sql<number>`(select coalesce(max("order"), -1) + 1 from agents where deleted_at is null)`
  const [row] = await tx
    .insert(agents)
    .values({ ...values, order: last })
    .returning({ id: agents.id })
  if (!row) throw new Error('no agent was stored')
  await keepWithinLimit(tx)
  await insertVersion(tx, { agentId: row.id, number: 1, systemPrompt: values.systemPrompt, author })
  await replaceLabels(tx, { agentId: row.id, labelIds })
  await replaceAgentCollections(tx, { agentId: row.id, collectionIds })
  await replaceRecommendations(tx, { agentId: row.id, recommendations })
  return row.id
}

/**
 * Changes an agent if `version` is current; a prompt in `fields` becomes a new version.
 * @throws {AppError} NOT_FOUND, also if it is deleted; CONFLICT when `version` is not the current one.
 */
export async function changeAgent(
  tx: Db,
  { agentId, version, author }: Key & { version: number; author: Author },
  { labelIds, collectionIds, promptRecommendations: recommendations, ...values }: AgentChanges,
): Promise<void> {
  const { systemPrompt } = values
  const nextPrompt = sql<number>`greatest(${agents.promptVersion},
    (select max(number) from agent_versions where agent_id = ${agentId})) + 1`
  const [row] = await tx
    .update(agents)
    .set({
      ...values,
      version: sql`${agents.version} + 1`,
      ...(systemPrompt !== undefined && { promptVersion: nextPrompt }),
    })
    .where(and(eq(agents.id, agentId), eq(agents.version, version), isNull(agents.deletedAt)))
    .returning({ number: agents.promptVersion })
  if (!row) throw await changeError(tx, { agentId, author })
  if (systemPrompt !== undefined) await insertVersion(tx, { agentId, ...row, systemPrompt, author })
  if (labelIds !== undefined) await replaceLabels(tx, { agentId, labelIds })
  if (collectionIds !== undefined) await replaceAgentCollections(tx, { agentId, collectionIds })
  if (recommendations !== undefined) await replaceRecommendations(tx, { agentId, recommendations })
}

/** Why an agent could not be changed: missing, or changed meanwhile. */
async function changeError(tx: Db, { agentId, author }: Key & { author: Author }): Promise<AppError> {
  const [row] = await tx
    .select({ version: agents.version })
    .from(agents)
    .where(and(eq(agents.id, agentId), isNull(agents.deletedAt)))
  if (!row) return notFound('Agent')
  return changedMeanwhile(tx, { type: 'agent', id: agentId, version: row.version, actorId: author.id })
}

type NewVersion = Key & { number: number; systemPrompt: string; author: Author }

async function insertVersion(tx: Db, { author, ...version }: NewVersion): Promise<void> {
  await tx.insert(agentVersions).values({ ...version, authorId: author.id, authorName: author.name })
}

/** Deleted labels keep their agents, for their restoration. */
async function replaceLabels(tx: Db, { agentId, labelIds }: Key & { labelIds: string[] }): Promise<void> {
  const deletedLabels = tx.select({ id: labels.id }).from(labels).where(isNotNull(labels.deletedAt))
  await tx
    .delete(agentLabels)
    .where(and(eq(agentLabels.agentId, agentId), notInArray(agentLabels.labelId, deletedLabels)))
  if (labelIds.length === 0) return
  await tx
    .insert(agentLabels)
    .values(labelIds.map((labelId) => ({ agentId, labelId })))
    .onConflictDoNothing()
}

async function replaceRecommendations(
  tx: Db,
  { agentId, recommendations }: Key & { recommendations: AgentFields['promptRecommendations'] },
): Promise<void> {
  await tx.delete(promptRecommendations).where(eq(promptRecommendations.agentId, agentId))
  const rows = (recommendations ?? []).map((entry) => ({ ...entry, agentId }))
  if (rows.length > 0) await tx.insert(promptRecommendations).values(rows)
}

/**
 * Soft-deletes an agent: it leaves the gallery, its chats stay readable, and {@link restoreAgent} restores
 * it.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export async function deleteAgent(tx: Db, { agentId }: Key): Promise<DeletedAgent & { name: string }> {
  const [row] = await tx
    .update(agents)
    .set({ ...keepUpdatedAt, version: sql`${agents.version} + 1`, deletedAt: sql`now()` })
    .where(and(eq(agents.id, agentId), isNull(agents.deletedAt)))
    .returning({ id: agents.id, name: agents.name, deletedAt: agents.deletedAt })
  if (!row?.deletedAt) throw notFound('Agent')
  return { ...row, deletedAt: row.deletedAt.toISOString() }
}

/**
 * Restores a deleted agent to its position; false if it is not deleted.
 * @throws {AppError} CONFLICT at the limit of agents.
 */
export async function restoreAgent(tx: Db, { agentId }: Key): Promise<boolean> {
  const restored = await tx
    .update(agents)
    .set({ ...keepUpdatedAt, version: sql`${agents.version} + 1`, deletedAt: null })
    .where(and(eq(agents.id, agentId), isNotNull(agents.deletedAt)))
    .returning({ id: agents.id })
  if (restored.length > 0) await keepWithinLimit(tx)
  return restored.length > 0
}

/**
 * Sets the order of the agents. Returns the agents in the previous order.
 * @throws {AppError} CONFLICT unless `ids` are all of them.
 */
export async function reorderAgents(
  tx: Db,
  { ids }: { ids: string[] },
): Promise<{ id: string; name: string }[]> {
  const rows = await tx
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(isNull(agents.deletedAt))
    .orderBy(agents.order, agents.id)
    .for('no key update')
  const known = new Set(rows.map(({ id }) => id))
  if (ids.length !== known.size || !ids.every((id) => known.has(id))) {
    throw new AppError('CONFLICT', 'A lista de agentes mudou. Veja a lista nova e ordene de novo.')
  }
  await tx
    .update(agents)
    .set({ ...keepUpdatedAt, order: sql`array_position(${sql.param(ids)}::uuid[], ${agents.id}) - 1` })
    .where(isNull(agents.deletedAt))
  return rows
}
