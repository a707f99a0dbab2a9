import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AdminLabel, AdminLabelsPage } from '#shared/contract/labels.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { agentLabels, agents, labels } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'
import { shownPhoto } from '../agents/agents.queries.ts'
import { type LabelRow, toLabel } from './labels.queries.ts'

type LabelledAgent = AdminLabel['agents'][number]

const toAdminLabel = (row: LabelRow, agents: LabelledAgent[] = []): AdminLabel => ({
  ...toLabel(row),
  agents,
})

/** Agents by label, without deleted ones, in the gallery's order. */
async function agentsByLabel(db: Db, labelIds: string[]): Promise<Map<string, LabelledAgent[]>> {
  const rows = await db
    .select({
      labelId: agentLabels.labelId,
      agent: { id: agents.id, name: agents.name, photoUrl: agents.photoUrl },
    })
    .from(agentLabels)
    .innerJoin(agents, eq(agents.id, agentLabels.agentId))
    .where(and(inArray(agentLabels.labelId, labelIds), isNull(agents.deletedAt)))
    .orderBy(asc(agents.order), asc(agents.id))
  const groups = Map.groupBy(rows, ({ labelId }) => labelId)
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      group.map(({ agent }) => ({ ...agent, photoUrl: shownPhoto(agent.photoUrl) })),
    ]),
  )
}

const Place = z.tuple([z.int32(), Id])

/** The labels in order, each with its agents. */
export async function listAdminLabels(db: Db, query: PageQuery): Promise<AdminLabelsPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select()
    .from(labels)
    .where(
      and(
        isNull(labels.deletedAt),
        place && sql`(${labels.order}, ${labels.id}) > (${place[0]}, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(asc(labels.order), asc(labels.id))
    .limit(query.limit + 1)
  const found = await agentsByLabel(
    db,
    rows.map(({ id }) => id),
  )
  return toPage(
    rows,
    query.limit,
    (row) => toAdminLabel(row, found.get(row.id)),
    (row) => [row.order, row.id],
  )
}

/** @throws {AppError} NOT_FOUND, for a deleted one too. */
export async function getAdminLabel(db: Db, { labelId }: { labelId: string }): Promise<AdminLabel> {
  const [row] = await db
    .select()
    .from(labels)
    .where(and(eq(labels.id, labelId), isNull(labels.deletedAt)))
  if (!row) throw notFound('Label')
  return toAdminLabel(row, (await agentsByLabel(db, [labelId])).get(labelId))
}

/**
 * Locks the labels until the transaction ends, and returns them.
 * @throws {AppError} NOT_FOUND if one is missing or deleted.
 */
export async function lockLabels(tx: Db, { ids }: { ids: string[] }): Promise<AdminLabel[]> {
  const rows = await tx
    .select()
    .from(labels)
    .where(and(inArray(labels.id, ids), isNull(labels.deletedAt)))
    .orderBy(asc(labels.id))
    .for('no key update')
  const found = await agentsByLabel(tx, ids)
  return ids.map((id) => {
    const row = rows.find((it) => it.id === id)
    if (!row) throw notFound('Label')
    return toAdminLabel(row, found.get(id))
  })
}
