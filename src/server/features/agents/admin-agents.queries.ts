import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PromptRecommendation } from '#shared/contract/agents.ts'
import type {
  AdminAgent,
  AdminAgentSummary,
  AdminAgentsPage,
  AdminAgentsQuery,
} from '#shared/contract/agents-admin.ts'
import type { Label } from '#shared/contract/labels.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { agents, usageDays } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'
import { collectionsOfAgent } from '../collections/house-collections.queries.ts'
import { agentMatches, hasLabel, labelsOf, recommendationsOf, shownPhoto } from './agents.queries.ts'

type AgentRow = typeof agents.$inferSelect
type SummaryRow = Omit<AgentRow, 'systemPrompt'>
type Usage = AdminAgentSummary['usage']
type Extras = { labels: Label[]; recommendations: PromptRecommendation[]; usage: Usage }

const { systemPrompt: _systemPrompt, ...summaryColumns } = getTableColumns(agents)

const USAGE_DAYS = 30
const UNUSED: Usage = { messages30d: 0, approval: { up: 0, down: 0 } }

const toSummary = (row: SummaryRow, { labels, recommendations, usage }: Extras): AdminAgentSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photoUrl: shownPhoto(row.photoUrl),
  isDraft: row.isDraft,
  enableFreePlan: row.enableFreePlan,
  planIds: row.planIds,
  labels,
  promptRecommendations: recommendations,
  requiredContext: row.requiredContext,
  model: row.model,
  messageWeight: row.messageWeight,
  reviewsReplies: row.reviewsReplies,
  reviewChannel: row.reviewChannel,
  version: row.version,
  promptVersion: row.promptVersion,
  order: row.order,
  usage,
  deletedAt: row.deletedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Reads the aggregates that a job updates; the last minute may be missing. */
async function usageOf(db: Db, ids: string[]): Promise<Map<string, Usage>> {
  const { day, messages, up, down } = usageDays
  const since = sql`(now() at time zone 'America/Sao_Paulo')::date - ${USAGE_DAYS}::int`
  const rows = await db
    .select({
      agentId: usageDays.agentId,
      messages30d: sql<number>`coalesce(sum(${messages}) filter (where ${day} > ${since}), 0)::int`,
      up: sql<number>`sum(${up})::int`,
      down: sql<number>`sum(${down})::int`,
    })
    .from(usageDays)
    .where(inArray(usageDays.agentId, ids))
    .groupBy(usageDays.agentId)
  return new Map(rows.map(({ agentId, messages30d, ...approval }) => [agentId, { messages30d, approval }]))
}

async function readExtras(db: Db, rows: { id: string }[]): Promise<(id: string) => Extras> {
  const ids = rows.map(({ id }) => id)
  // In series: a transaction has one connection.
  const labels = await labelsOf(db, ids)
  const recommendations = await recommendationsOf(db, ids)
  const usage = await usageOf(db, ids)
  return (id) => ({
    labels: labels.get(id) ?? [],
    recommendations: recommendations.get(id) ?? [],
    usage: usage.get(id) ?? UNUSED,
  })
}

/** Agents that are not deleted, in the order of the gallery. */
const kept = {
  orderBy: [asc(agents.order), asc(agents.id)],
  isListed(cursor: string | undefined): SQL | undefined {
    const place = decodeCursor(cursor, z.tuple([z.int32(), Id]))
    const isAfter = place && sql`(${agents.order}, ${agents.id}) > (${place[0]}, ${place[1]}::uuid)`
    return and(isNull(agents.deletedAt), isAfter)
  },
  placeOf: (row: SummaryRow) => [row.order, row.id],
}

/** Deleted agents, the last deleted first. */
const removed = {
  orderBy: [desc(agents.deletedAt), desc(agents.id)],
  isListed(cursor: string | undefined): SQL | undefined {
    const place = decodeCursor(cursor, z.tuple([Instant, Id]))
    const isAfter =
      place && sql`(${agents.deletedAt}, ${agents.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`
    return and(isNotNull(agents.deletedAt), isAfter)
  },
  placeOf: (row: SummaryRow) => [row.deletedAt?.toISOString(), row.id],
}

/** The agents as administrators see them, without their prompts. */
export async function listAdminAgents(db: Db, query: AdminAgentsQuery): Promise<AdminAgentsPage> {
  const { orderBy, isListed, placeOf } = query.deleted ? removed : kept
  const rows = await db
    .select(summaryColumns)
    .from(agents)
    .where(
      and(
        isListed(query.cursor),
        query.q ? agentMatches(query.q) : undefined,
        query.labelId ? hasLabel(db, query.labelId) : undefined,
      ),
    )
    .orderBy(...orderBy)
    .limit(query.limit + 1)
  const extrasOf = await readExtras(db, rows)
  return toPage(rows, query.limit, (row) => toSummary(row, extrasOf(row.id)), placeOf)
}

/**
 * One agent with all fields, deleted or not.
 * @throws {AppError} NOT_FOUND
 */
export async function getAdminAgent(db: Db, { agentId }: { agentId: string }): Promise<AdminAgent> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId))
  if (!row) throw notFound('Agent')
  const extrasOf = await readExtras(db, [row])
  return {
    ...toSummary(row, extrasOf(row.id)),
    systemPrompt: row.systemPrompt,
    collections: await collectionsOfAgent(db, { agentId }),
  }
}
