import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Agent, AgentsPage, AgentsQuery, PromptRecommendation } from '#shared/contract/agents.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Label } from '#shared/contract/labels.ts'
import { Id } from '#shared/contract/scalars.ts'
import { photoPath } from '#shared/contract/uploads.ts'
import type { Db } from '../../db/connect.ts'
import { agentLabels, agents, chats, labels, promptRecommendations } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { toLabel } from '../labels/labels.queries.ts'
import { opensAllAgents } from '../subscriptions/subscriptions.queries.ts'

type AgentRow = typeof agents.$inferSelect
type Reader = Pick<CurrentUser, 'id' | 'role'>
type Extras = { labels: Label[]; recommendations: PromptRecommendation[]; isOpen: boolean }

/** A photo's address; null if it is on another origin, which the content security policy blocks. */
export const shownPhoto = (photoUrl: string | null): string | null =>
  photoPath(photoUrl) === null ? null : photoUrl

/** The columns of an agent inside other entities. */
export const agentColumns = {
  id: agents.id,
  name: agents.name,
  photoUrl: sql<string | null>`${agents.photoUrl}`.mapWith(shownPhoto),
}

const toAgent = (row: AgentRow, extras: Extras): Agent => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photoUrl: shownPhoto(row.photoUrl),
  enableFreePlan: row.enableFreePlan,
  labels: extras.labels,
  promptRecommendations: extras.recommendations,
  requiredContext: row.requiredContext,
  locked: !(row.enableFreePlan || extras.isOpen),
  available: row.deletedAt === null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Whether the user may use agents that are locked for the free plan. Administrators may. */
const opensLocked = async (db: Db, { id, role }: Reader) =>
  role === 'admin' || (await opensAllAgents(db, { userId: id }))

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

async function agentMapper(db: Db, rows: AgentRow[], reader: Reader): Promise<(row: AgentRow) => Agent> {
  const ids = rows.map(({ id }) => id)
  const [labelMap, recommendationMap, isOpen] = await Promise.all([
    labelsOf(db, ids),
    recommendationsOf(db, ids),
    opensLocked(db, reader),
  ])
  return (row) =>
    toAgent(row, {
      labels: labelMap.get(row.id) ?? [],
      recommendations: recommendationMap.get(row.id) ?? [],
      isOpen,
    })
}

const Place = z.tuple([z.int32(), Id])

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

/** A page of the gallery. `q` matches name and description, ignoring case and accents. */
export async function listAgents(db: Db, query: AgentsQuery & { reader: Reader }): Promise<AgentsPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select()
    .from(agents)
    .where(
      and(
        isNull(agents.deletedAt),
        place && sql`(${agents.order}, ${agents.id}) > (${place[0]}, ${place[1]}::uuid)`,
        query.q ? agentMatches(query.q) : undefined,
        query.labelId ? hasLabel(db, query.labelId) : undefined,
      ),
    )
    .orderBy(asc(agents.order), asc(agents.id))
    .limit(query.limit + 1)
  const toItem = await agentMapper(db, rows, query.reader)
  return toPage(rows, query.limit, toItem, (row) => [row.order, row.id])
}

/**
 * One agent with its labels. A deleted one is returned as unavailable to users who have a chat with it.
 * @throws {AppError} NOT_FOUND
 */
export async function getAgent(
  db: Db,
  { agentId, reader }: { agentId: string; reader: Reader },
): Promise<Agent> {
  const row = await findAgent(db, { agentId, reader })
  if (!row) throw notFound('Agent')
  return (await agentMapper(db, [row], reader))(row)
}

/** One agent; a deleted one only for users who have a chat with it. */
async function findAgent(
  db: Db,
  { agentId, reader }: { agentId: string; reader: Reader },
): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId))
  return row?.deletedAt && !(await hasChatWith(db, agentId, reader.id)) ? undefined : row
}

export type AgentInstructions = Pick<AgentRow, 'name' | 'systemPrompt' | 'model' | 'promptVersion'>

/** An agent with what decides whether a user may write to it. */
export type WritableAgent = AgentInstructions & { enableFreePlan: boolean; isDeleted: boolean }

/**
 * An agent that the user may write to now, with its prompt; for prompt assembly only.
 * @throws {AppError} PLAN_REQUIRED for a locked agent, CONFLICT for a deleted one, NOT_FOUND.
 */
export async function getOpenAgent(
  db: Db,
  { agentId, reader }: { agentId: string; reader: Reader },
): Promise<AgentInstructions> {
  const agent = await findAgent(db, { agentId, reader })
  if (!agent) throw notFound('Agent')
  const isOpen = agent.enableFreePlan || (await opensLocked(db, reader))
  return requireOpen({ ...agent, isDeleted: agent.deletedAt !== null }, isOpen)
}

/** @throws {AppError} PLAN_REQUIRED unless `isOpen` for the user or for everyone, CONFLICT if deleted. */
export function requireOpen(agent: WritableAgent, isOpen: boolean): AgentInstructions {
  if (agent.isDeleted) {
    throw new AppError('CONFLICT', 'Este agente saiu do elenco. A conversa continua aqui para leitura.')
  }
  if (!agent.enableFreePlan && !isOpen) {
    throw new AppError('PLAN_REQUIRED', 'Este agente faz parte dos planos pagos.')
  }
  return agent
}

async function hasChatWith(db: Db, agentId: string, userId: string): Promise<boolean> {
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.agentId, agentId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .limit(1)
  return chat !== undefined
}
