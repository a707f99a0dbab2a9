import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AgentsPage, AgentsQuery } from '#shared/contract/agents.ts'
import { Id } from '#shared/contract/scalars.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { agents, galleryVersions } from '../../db/schema/index.ts'
import { preparedOnce, statement } from '../../db/statement.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { IS_PUBLISHED, isOpenTo, plansUnless } from './agent-access.queries.ts'
import {
  agentMatches,
  commonColumns,
  galleryOrder,
  hasLabel,
  type Reader,
  type ShownRow,
  selectShown,
  toAgent,
} from './agents.queries.ts'

const Place = z.tuple([z.int32(), Id])

/** A page of the gallery. `q` matches name and description, ignoring case and accents. */
export async function listAgents(
  db: Db,
  { reader, cursor, q, labelId, limit }: AgentsQuery & { reader: Reader },
): Promise<AgentsPage> {
  const place = decodeCursor(cursor, Place)
  const isAfter = place && sql`(${agents.order}, ${agents.id}) > (${place[0]}, ${place[1]}::uuid)`
  const wanted = [q ? agentMatches(q) : undefined, labelId ? hasLabel(db, labelId) : undefined]
  const isPlain = !place && !q && !labelId
  const rows =
    (isPlain ? await readBeginning(db, reader.id) : undefined) ??
    (await selectShown(db, reader.id)
      .where(and(IS_PUBLISHED, isAfter, ...wanted))
      .orderBy(...galleryOrder)
      .limit(limit + 1))
  return toPage(rows, limit, toAgent(reader.role), (row) => [row.order, row.id])
}

/** The beginning of the gallery as every reader has it, in a version that triggers count. */
type Shared = { version: string; rows: Omit<ShownRow, 'isOpen'>[] }

const shared = new WeakMap<Db, Shared>()

const readShared = preparedOnce((db) =>
  db
    .select({
      ...commonColumns,
      plans: plansUnless(sql`false`),
      version: sql<string>`(select version from ${galleryVersions})`,
    })
    .from(agents)
    .where(IS_PUBLISHED)
    .orderBy(...galleryOrder)
    .limit(LIMITS.pageMax + 1)
    .prepare('gallery'),
)

const readOpen = statement<{ version: string; open: string[] }>(
  'gallery_open',
  sql`select version, (
    select coalesce(json_agg(id), '[]') from agents
    where ${IS_PUBLISHED} and ${isOpenTo(sql`${sql.placeholder('userId')}::uuid`)}) as open from ${galleryVersions}`,
)

/** The beginning of the gallery, which every visit reads; undefined while it changes, and for an empty one. */
async function readBeginning(db: Db, userId: string): Promise<ShownRow[] | undefined> {
  const [own] = await readOpen(db, { userId })
  const kept = shared.get(db)
  const known = kept?.version === own?.version ? kept : await refresh(db)
  if (!own || known?.version !== own.version) return undefined
  const open = new Set(own.open)
  return known.rows.map((row) => ({ ...row, isOpen: open.has(row.id) }))
}

async function refresh(db: Db): Promise<Shared | undefined> {
  const [first, ...others] = await readShared(db).execute()
  if (!first) return undefined
  const published = { isDeleted: false, isDraft: false }
  const rows = [first, ...others].map(({ version: _, ...row }) => ({ ...row, ...published }))
  const read = { version: first.version, rows }
  shared.set(db, read)
  return read
}
