import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#shared/audit-actions.ts'
import {
  type AdminAgent,
  CreateAgent,
  type DeletedAgent,
  type UpdateAgent,
} from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { notFound } from '../../http/errors.ts'
import { requireHouseCollections } from '../collections/house-collections.queries.ts'
import { getAdminAgent } from './admin-agents.queries.ts'
import { planNamesOf, requirePlans } from './agent-access.queries.ts'
import {
  type AgentChanges,
  type AgentFields,
  changeAgent,
  deleteAgent,
  insertAgent,
  reorderAgents,
  requireLabels,
  restoreAgent,
} from './agent-changes.queries.ts'
import { type PhotoParts, type TakenPhoto, takePhoto } from './agent-photos.service.ts'

type By = { origin: AuditOrigin; signal?: AbortSignal | undefined }
type Key = { agentId: string }

/** The fields of an agent as its form has them, for comparison. */
const fieldsOf = (agent: AdminAgent): AgentFields => ({
  name: agent.name,
  description: agent.description,
  systemPrompt: agent.systemPrompt,
  photoUrl: agent.photoUrl,
  isDraft: agent.isDraft,
  enableFreePlan: agent.enableFreePlan,
  planIds: agent.planIds,
  labelIds: agent.labels.map(({ id }) => id),
  promptRecommendations: agent.promptRecommendations.map(({ content, order }) => ({ content, order })),
  requiredContext: agent.requiredContext,
  collectionIds: agent.collections.map(({ id }) => id),
  model: agent.model,
  messageWeight: agent.messageWeight,
  reviewsReplies: agent.reviewsReplies,
  reviewChannel: agent.reviewChannel,
})

/** An agent for the audit log, with names instead of ids. */
const auditViewOf = async (db: Db, agent: AdminAgent) => {
  const {
    labelIds: _labelIds,
    collectionIds: _ids,
    planIds,
    promptRecommendations: _texts,
    ...fields
  } = fieldsOf(agent)
  return {
    ...fields,
    plans: planIds ? [...(await planNamesOf(db, planIds)).values()] : EVERY_PLAN,
    labels: agent.labels.map(({ name }) => name),
    collections: agent.collections.map(({ name }) => name),
    promptRecommendations: agent.promptRecommendations.map(({ content }) => content),
  }
}

/** In the audit log, instead of the names of plans. */
const EVERY_PLAN = 'Todos os que abrem o elenco'

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'agent' as const, id, name })

/** Sorts the fields into the order of storage. */
const inStoredOrder = ({
  labelIds,
  collectionIds,
  planIds,
  promptRecommendations,
  ...fields
}: AgentChanges): AgentChanges => ({
  ...fields,
  ...(planIds !== undefined && { planIds: planIds?.toSorted() ?? null }),
  ...(labelIds && { labelIds: labelIds.toSorted() }),
  ...(collectionIds && { collectionIds: collectionIds.toSorted() }),
  ...(promptRecommendations !== undefined && {
    promptRecommendations: (promptRecommendations ?? []).toSorted((a, b) => a.order - b.order),
  }),
})

const NAMES = CreateAgent.keyof().options

/** The fields that differ from the stored agent. */
function differingFields(agent: AdminAgent, fields: AgentChanges): AgentChanges {
  const [now, wanted] = [inStoredOrder(fieldsOf(agent)), inStoredOrder(fields)]
  for (const name of NAMES) {
    if (wanted[name] === undefined || isDeepStrictEqual(wanted[name], now[name])) delete wanted[name]
  }
  return wanted
}

/**
 * Stores a new agent, last in the gallery.
 * @throws {AppError} VALIDATION_ERROR for an invalid label, collection, plan or photo; CONFLICT at the limit of agents.
 */
export async function createAgent(
  parts: PhotoParts,
  { origin, signal }: By,
  agent: CreateAgent,
): Promise<AdminAgent> {
  await requireLabels(parts.db, agent.labelIds)
  await requireHouseCollections(parts.db, agent.collectionIds)
  await requirePlans(parts.db, agent.planIds ?? [])
  const { photoUrl } = agent
  const photo = await takePhoto(parts, { photoUrl, userId: origin.actor.id, signal })
  return addAgent(parts.db, { origin, action: 'agent.create' }, { ...agent, photo })
}

/** Stores a new agent with a photo that is already taken, and audits it. */
export const addAgent = (
  db: Db,
  { origin, action }: { origin: AuditOrigin; action: AuditAction },
  { photo, ...agent }: AgentFields & { photo: TakenPhoto },
): Promise<AdminAgent> =>
  db.transaction(async (tx) => {
    const photoUrl = await photo.keep(tx)
    const agentId = await insertAgent(tx, { ...agent, photoUrl }, origin.actor)
    const stored = await getAdminAgent(tx, { agentId })
    await writeAudit(tx, { origin, action, entity: entityOf(stored), after: await auditViewOf(tx, stored) })
    return stored
  })

/**
 * Changes an agent; a changed prompt becomes a new version. A change to the stored values does nothing and
 * ignores `version`, so that a repeated call succeeds.
 * @throws {AppError} VALIDATION_ERROR for an invalid label, collection, plan or photo; NOT_FOUND for a missing or deleted
 * agent; CONFLICT when `version` is not the current one. Nothing changes then.
 */
export async function updateAgent(
  parts: PhotoParts,
  { origin, signal, action, details }: By & { action?: AuditAction; details?: object },
  { agentId, version, ...given }: UpdateAgent & Key,
): Promise<AdminAgent> {
  const { db } = parts
  if (given.labelIds) await requireLabels(db, given.labelIds)
  if (given.collectionIds) await requireHouseCollections(db, given.collectionIds)
  await requirePlans(db, given.planIds ?? [])
  const seen = await getKeptAgent(db, { agentId })
  const { photoUrl, ...fields } = differingFields(seen, given)
  if (photoUrl === undefined && Object.keys(fields).length === 0) return seen
  // Fails before the photo is fetched; the UPDATE checks the version again.
  const userId = origin.actor.id
  if (seen.version !== version) {
    throw await changedMeanwhile(db, { type: 'agent', id: agentId, version: seen.version, actorId: userId })
  }
  const photo = photoUrl === undefined ? undefined : await takePhoto(parts, { photoUrl, userId, signal })
  return db.transaction(async (tx) => {
    const before = await getKeptAgent(tx, { agentId })
    const kept = photo && { photoUrl: await photo.keep(tx) }
    await changeAgent(tx, { agentId, version, author: origin.actor }, { ...fields, ...kept })
    const stored = await getAdminAgent(tx, { agentId })
    const changed = changedFields(await auditViewOf(tx, before), await auditViewOf(tx, stored))
    await writeAudit(tx, {
      origin,
      action: action ?? actionOf(changed.after),
      entity: entityOf(stored),
      ...changed,
      ...(details && { details: { ...details } }),
    })
    return stored
  })
}

/** The action of a change: publishing, or making a draft again, is one by itself. */
function actionOf(changed: Record<string, unknown>): AuditAction {
  if (Object.keys(changed).length > 1 || !Object.hasOwn(changed, 'isDraft')) return 'agent.update'
  return changed.isDraft ? 'agent.unpublish' : 'agent.publish'
}

async function getKeptAgent(db: Db, key: Key): Promise<AdminAgent> {
  const agent = await getAdminAgent(db, key)
  if (agent.deletedAt !== null) throw notFound('Agent')
  return agent
}

/** @throws {AppError} NOT_FOUND, also if it is deleted already. */
export const removeAgent = (db: Db, { origin }: By, key: Key): Promise<DeletedAgent> =>
  db.transaction(async (tx) => {
    const { id, name, deletedAt } = await deleteAgent(tx, key)
    await writeAudit(tx, { origin, action: 'agent.delete', entity: entityOf({ id, name }) })
    return { id, deletedAt }
  })

/**
 * Restores an agent; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND; CONFLICT at the limit of agents.
 */
export const bringAgentBack = (db: Db, { origin }: By, key: Key): Promise<AdminAgent> =>
  db.transaction(async (tx) => {
    const isBack = await restoreAgent(tx, key)
    const agent = await getAdminAgent(tx, key)
    if (isBack) await writeAudit(tx, { origin, action: 'agent.restore', entity: entityOf(agent) })
    return agent
  })

/** @throws {AppError} CONFLICT unless `ids` are all agents that are not deleted. */
export const orderAgents = (db: Db, { origin }: By, { ids }: { ids: string[] }): Promise<{ ids: string[] }> =>
  db.transaction(async (tx) => {
    const before = await reorderAgents(tx, { ids })
    const names = new Map(before.map(({ id, name }) => [id, name]))
    if (!isDeepStrictEqual([...names.keys()], ids)) {
      const change = {
        before: { agents: [...names.values()] },
        after: { agents: ids.map((id) => names.get(id)) },
      }
      await writeAudit(tx, { origin, action: 'agent.reorder', entity: { type: 'agent' }, ...change })
    }
    return { ids }
  })

const COPY_MARK = ' (cópia)'

/**
 * Copies an agent. The copy is last in the gallery and locked for the free plan.
 * @throws {AppError} NOT_FOUND, also for a deleted one; CONFLICT at the limit of agents.
 */
export async function duplicateAgent(db: Db, { origin }: By, key: Key): Promise<AdminAgent> {
  const { photoUrl, ...fields } = fieldsOf(await getKeptAgent(db, key))
  const name = `${fields.name
    .slice(0, LIMITS.nameLength - COPY_MARK.length)
    .toWellFormed()
    .trimEnd()}${COPY_MARK}`
  const photo = { keep: async () => photoUrl }
  const copy = { ...fields, name, photoUrl, enableFreePlan: false, photo }
  return addAgent(db, { origin, action: 'agent.duplicate' }, copy)
}
