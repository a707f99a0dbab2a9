import { asc, eq, sql } from 'drizzle-orm'
import type { CreatePeopleSegment, PeopleSegment } from '#shared/contract/people-segments.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { peopleSegments } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'

type Row = typeof peopleSegments.$inferSelect

const toSegment = ({ id, name, filter, createdAt }: Row): PeopleSegment => ({
  ...{ id, name, filter },
  createdAt: createdAt.toISOString(),
})

const entityOf = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({ type: 'people-segment', id, name }) as const

/** All segments by name. */
export async function listSegments(db: Db): Promise<PeopleSegment[]> {
  const rows = await db
    .select()
    .from(peopleSegments)
    .orderBy(sql`fold_text(${peopleSegments.name})`, asc(peopleSegments.id))
  return rows.map(toSegment)
}

const NAME_TEXT = 'Já existe um segmento com esse nome.'

function asTaken(error: unknown): never {
  if (constraintOf(error) !== 'people_segments_name_key') throw error
  throw new AppError('CONFLICT', NAME_TEXT, { details: { name: NAME_TEXT } })
}

/** Saves and audits a filter. @throws {AppError} CONFLICT for a name that exists, and at the limit. */
export function createSegment(
  db: Db,
  { name, filter, origin }: CreatePeopleSegment & { origin: AuditOrigin },
): Promise<PeopleSegment> {
  return db.transaction(async (tx) => {
    // Concurrent calls must not pass the limit together; readers go on.
    await tx.execute(sql`lock table ${peopleSegments} in share row exclusive mode`)
    if ((await tx.$count(peopleSegments)) >= PEOPLE_LIMITS.segments) {
      throw new AppError(
        'CONFLICT',
        `São até ${PEOPLE_LIMITS.segments} segmentos. Exclua um antes de salvar outro.`,
      )
    }
    const values = { name, filter, createdBy: origin.actor.id }
    const [row] = await tx.insert(peopleSegments).values(values).returning().catch(asTaken)
    if (!row) throw new Error('no segment was stored')
    await writeAudit(tx, {
      origin,
      action: 'people-segment.create',
      entity: entityOf(row),
      details: { filter },
      after: { name },
    })
    return toSegment(row)
  })
}

async function lockSegment(tx: Db, { segmentId }: { segmentId: string }): Promise<Row> {
  const [row] = await tx.select().from(peopleSegments).where(eq(peopleSegments.id, segmentId)).for('update')
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos esse segmento.')
  return row
}

/** @throws {AppError} NOT_FOUND; CONFLICT for a name that exists. */
export function renameSegment(
  db: Db,
  { segmentId, name, origin }: { segmentId: string; name: string; origin: AuditOrigin },
): Promise<PeopleSegment> {
  return db.transaction(async (tx) => {
    const before = await lockSegment(tx, { segmentId })
    if (before.name === name) return toSegment(before)
    const [row] = await tx
      .update(peopleSegments)
      .set({ name })
      .where(eq(peopleSegments.id, segmentId))
      .returning()
      .catch(asTaken)
    if (!row) throw new Error('no segment was renamed')
    await writeAudit(tx, {
      origin,
      action: 'people-segment.rename',
      entity: entityOf(row),
      before: { name: before.name },
      after: { name },
    })
    return toSegment(row)
  })
}

/** @throws {AppError} NOT_FOUND */
export function deleteSegment(
  db: Db,
  { segmentId, origin }: { segmentId: string; origin: AuditOrigin },
): Promise<PeopleSegment> {
  return db.transaction(async (tx) => {
    const row = await lockSegment(tx, { segmentId })
    await tx.delete(peopleSegments).where(eq(peopleSegments.id, segmentId))
    await writeAudit(tx, {
      origin,
      action: 'people-segment.delete',
      entity: entityOf(row),
      details: { filter: row.filter },
    })
    return toSegment(row)
  })
}
