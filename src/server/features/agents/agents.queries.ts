import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Agent, PromptRecommendation } from '#shared/contract/agents.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Label } from '#shared/contract/labels.ts'
import { photoPath } from '#shared/upload-addresses.ts'
import type { Db } from '../../db/connect.ts'
import { agentLabels, agents, chats, labels, promptRecommendations } from '../../db/schema/index.ts'
import { isoInstant } from '../../db/statement.ts'
import { notFound } from '../../http/errors.ts'
import { toLabel } from '../labels/labels.queries.ts'
import { type AgentAccess, accessOf, isOpenTo, plansUnless, requireOpen } from './agent-access.queries.ts'

type AgentRow = typeof agents.$inferSelect
export type Reader = Pick<CurrentUser, 'id' | 'role'>

/** A photo's address; null if it is on another origin, which the content security policy blocks. */
export const shownPhoto = (photoUrl: string | null): string | null =>
  photoPath(photoUrl) === null ? null : photoUrl

/** The columns of an agent inside other entities. */
const agentColumns = {
  id: agents.id,
  name: agents.name,
  photoUrl: sql<string | null>`${agents.photoUrl}`.mapWith(shownPhoto),
}

/** SQL of an agent's labels in their order, without deleted ones. */
const labelsJson = sql<Label[]>`(select coalesce(json_agg(row_to_json(shown)), '[]') from (
  select labels.id, labels.name, labels.description, labels."order", ${isoInstant(labels.createdAt)} as "createdAt",
    ${isoInstant(labels.updatedAt)} as "updatedAt"
  from agent_labels join labels on labels.id = agent_labels.label_id
  where agent_labels.agent_id = agents.id and labels.deleted_at is null order by labels."order", labels.id) shown)`

/** SQL of an agent's prompt recommendations in their order. */
const recommendationsJson = sql<
  PromptRecommendation[]
>`(select coalesce(json_agg(row_to_json(shown)), '[]') from (
  select id, agent_id as "agentId", content, "order" from prompt_recommendations
  where agent_id = agents.id order by "order") shown)`

/** SQL of an agent's {@link AgentAccess} for a user. */
const accessColumns = (userId: string) => ({
  isOpen: isOpenTo(userId),
  isDeleted: sql<boolean>`${agents.deletedAt} is not null`,
  isDraft: agents.isDraft,
  plans: plansUnless(isOpenTo(userId)),
})

/** What all users see of an agent: neither its prompt nor their own access to it. */
export const commonColumns = {
  ...agentColumns,
  description: agents.description,
  enableFreePlan: agents.enableFreePlan,
  requiredContext: agents.requiredContext,
  messageWeight: agents.messageWeight,
  reviewsReplies: agents.reviewsReplies,
  reviewChannel: agents.reviewChannel,
  order: agents.order,
  createdAt: agents.createdAt,
  updatedAt: agents.updatedAt,
  labels: labelsJson,
  promptRecommendations: recommendationsJson,
}

export type ShownRow = Awaited<ReturnType<typeof selectShown>>[number]

export const selectShown = (db: Db, userId: string) =>
  db.select({ ...commonColumns, ...accessColumns(userId) }).from(agents)

export const toAgent =
  (role: Reader['role']) =>
  ({ isOpen, isDeleted, isDraft, plans, order: _, createdAt, updatedAt, ...row }: ShownRow): Agent => ({
    ...row,
    ...accessOf({ isOpen, isDeleted, isDraft, plans }, role),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  })

/** Labels by agent, in their order, without deleted ones. */
export async function labelsOf(db: Db, ids: string[]): Promise<Map<string, Label[]>> {
  const rows = await db
    .select({ agentId: agentLabels.agentId, label: labels })
    .from(agentLabels)
    .innerJoin(labels, eq(labels.id, agentLabels.labelId))
    .where(and(inArray(agentLabels.agentId, ids), isNull(labels.deletedAt)))
    .orderBy(asc(labels.order), asc(labels.id))
  const groups = Map.groupBy(rows, (row) => row.agentId)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ label }) => toLabel(label))]))
}

/** Prompt recommendations by agent, in their order. */
export async function recommendationsOf(db: Db, ids: string[]): Promise<Map<string, PromptRecommendation[]>> {
  const rows = await db
    .select({
      id: promptRecommendations.id,
      agentId: promptRecommendations.agentId,
      content: promptRecommendations.content,
      order: promptRecommendations.order,
    })
    .from(promptRecommendations)
    .where(inArray(promptRecommendations.agentId, ids))
    .orderBy(asc(promptRecommendations.order))
  return Map.groupBy(rows, (row) => row.agentId)
}

/** Matches name and description, ignoring case and accents. */
export const agentMatches = (q: string): SQL =>
  sql`strpos(unaccent(lower(${agents.name} || ' ' || ${agents.description})), unaccent(lower(${q}::text))) > 0`

/** Whether the agent of the surrounding query has this label. */
export const hasLabel = (db: Db, labelId: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(agentLabels)
      .where(and(eq(agentLabels.agentId, agents.id), eq(agentLabels.labelId, labelId))),
  )

export const galleryOrder = [asc(agents.order), asc(agents.id)]

/**
 * One agent with its labels. A deleted one, and a draft, is returned as unavailable to users who have a chat with it.
 * @throws {AppError} NOT_FOUND
 */
export async function getAgent(
  db: Db,
  { agentId, reader }: { agentId: string; reader: Reader },
): Promise<Agent> {
  const [row] = await selectShown(db, reader.id).where(eq(agents.id, agentId))
  const agent = row && toAgent(reader.role)(row)
  if (!agent || !(await isVisible(db, { agentId, reader, agent }))) throw notFound('Agent')
  return agent
}

export type AgentInstructions = Pick<
  AgentRow,
  'name' | 'systemPrompt' | 'model' | 'promptVersion' | 'messageWeight'
>

/** An agent with what decides whether a user may write to it. */
export type WritableAgent = AgentInstructions & AgentAccess

/**
 * An agent that the user may write to now, with its prompt; for prompt assembly only.
 * @throws {AppError} PLAN_REQUIRED for a locked agent, CONFLICT for a deleted one or a draft, NOT_FOUND.
 */
export async function getOpenAgent(
  db: Db,
  { agentId, reader }: { agentId: string; reader: Reader },
): Promise<AgentInstructions> {
  const [agent] = await db
    .select({
      name: agents.name,
      systemPrompt: agents.systemPrompt,
      model: agents.model,
      promptVersion: agents.promptVersion,
      messageWeight: agents.messageWeight,
      ...accessColumns(reader.id),
    })
    .from(agents)
    .where(eq(agents.id, agentId))
  const shown = agent && accessOf(agent, reader.role)
  if (!shown || !(await isVisible(db, { agentId, reader, agent: shown }))) throw notFound('Agent')
  return requireOpen(agent, reader.role)
}

type Seen = { agentId: string; reader: Reader; agent: Pick<Agent, 'available'> }

/** Whether the reader may see the agent: it is available, or they have a chat with it. */
const isVisible = async (db: Db, { agentId, reader, agent }: Seen) =>
  agent.available || (await hasChatWith(db, agentId, reader.id))

async function hasChatWith(db: Db, agentId: string, userId: string): Promise<boolean> {
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.agentId, agentId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .limit(1)
  return chat !== undefined
}
