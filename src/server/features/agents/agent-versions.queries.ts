import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { AgentVersion, AgentVersionsPage } from '#shared/contract/agents-admin.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import type { Db } from '../../db/connect.ts'
import { agents, agentVersions } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'

const Place = z.tuple([z.int32()])

/**
 * Prompt versions of an agent, newest first.
 * @throws {AppError} NOT_FOUND for a missing agent.
 */
export async function listAgentVersions(
  db: Db,
  { agentId, cursor, limit }: PageQuery & { agentId: string },
): Promise<AgentVersionsPage> {
  const place = decodeCursor(cursor, Place)
  const [agent] = await db
    .select({ promptVersion: agents.promptVersion })
    .from(agents)
    .where(eq(agents.id, agentId))
  if (!agent) throw notFound('Agent')
  const rows = await db
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), place && lt(agentVersions.number, place[0])))
    .orderBy(desc(agentVersions.number))
    .limit(limit + 1)
  const toVersion = (row: typeof agentVersions.$inferSelect): AgentVersion => ({
    number: row.number,
    systemPrompt: row.systemPrompt,
    authorName: row.authorName,
    isCurrent: row.number === agent.promptVersion,
    createdAt: row.createdAt.toISOString(),
  })
  return toPage(rows, limit, toVersion, (row) => [row.number])
}

/**
 * One prompt version of an agent.
 * @throws {AppError} NOT_FOUND
 */
export async function getAgentVersion(
  db: Db,
  { agentId, number }: { agentId: string; number: number },
): Promise<{ systemPrompt: string }> {
  const [row] = await db
    .select({ systemPrompt: agentVersions.systemPrompt })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.number, number)))
  if (!row) throw notFound('Agent')
  return row
}
