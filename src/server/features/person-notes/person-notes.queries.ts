import { and, desc, eq } from 'drizzle-orm'
import type { CreatePersonNote, PersonNote } from '#shared/contract/person-notes.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { type Person, writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { personNotes, users } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'

type Of = { userId: string; callerId: string }

const toNote = (row: typeof personNotes.$inferSelect, callerId: string): PersonNote => ({
  ...{ id: row.id, content: row.content, authorName: row.authorName },
  isOwn: row.authorId === callerId,
  createdAt: row.createdAt.toISOString(),
})

/** The notes about a user, newest first. */
export async function listNotes(db: Db, { userId, callerId }: Of): Promise<PersonNote[]> {
  const rows = await db
    .select()
    .from(personNotes)
    .where(eq(personNotes.userId, userId))
    .orderBy(desc(personNotes.createdAt), desc(personNotes.id))
    .limit(PEOPLE_LIMITS.notes)
  return rows.map((row) => toNote(row, callerId))
}

/** The notes about a user, for the export of their data. */
export const listOwnNotes = (db: Db, { userId }: { userId: string }) =>
  db
    .select({
      authorName: personNotes.authorName,
      content: personNotes.content,
      createdAt: personNotes.createdAt,
    })
    .from(personNotes)
    .where(eq(personNotes.userId, userId))
    .orderBy(personNotes.createdAt, personNotes.id)

/** Locks the account, so that concurrent calls do not pass the limit together. @throws {AppError} NOT_FOUND */
async function lockSubject(tx: Db, { userId }: { userId: string }): Promise<Person> {
  const [person] = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person) throw new AppError('NOT_FOUND', 'Não encontramos essa pessoa.')
  return person
}

/**
 * Stores and audits a note, without its text, which can be deleted; a repeated call changes nothing.
 * @throws {AppError} NOT_FOUND; CONFLICT at the limit, or for the id of another note.
 */
export function createNote(
  db: Db,
  { id, userId, content, origin }: CreatePersonNote & { userId: string; origin: AuditOrigin },
): Promise<{ note: PersonNote; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const subject = await lockSubject(tx, { userId })
    const callerId = origin.actor.id
    const [earlier] = await tx.select().from(personNotes).where(eq(personNotes.id, id))
    if (earlier?.userId === userId && earlier.authorId === callerId) {
      return { note: toNote(earlier, callerId), isNew: false }
    }
    if (earlier) throw new AppError('CONFLICT', 'Este identificador já foi usado.')
    if ((await tx.$count(personNotes, eq(personNotes.userId, userId))) >= PEOPLE_LIMITS.notes) {
      throw new AppError(
        'CONFLICT',
        `Esta pessoa já tem ${PEOPLE_LIMITS.notes} notas. Exclua uma antes de escrever outra.`,
      )
    }
    const values = { id, userId, content, authorId: callerId, authorName: origin.actor.name }
    const [row] = await tx.insert(personNotes).values(values).returning()
    if (!row) throw new Error('no note was stored')
    await writeAudit(tx, { origin, action: 'user.add-note', subject })
    return { note: toNote(row, callerId), isNew: true }
  })
}

/** Deletes a note of the caller. @throws {AppError} NOT_FOUND, also for another administrator's. */
export function deleteNote(
  db: Db,
  { userId, noteId, origin }: { userId: string; noteId: string; origin: AuditOrigin },
): Promise<PersonNote> {
  return db.transaction(async (tx) => {
    const subject = await lockSubject(tx, { userId })
    const callerId = origin.actor.id
    const [row] = await tx
      .delete(personNotes)
      .where(
        and(eq(personNotes.id, noteId), eq(personNotes.userId, userId), eq(personNotes.authorId, callerId)),
      )
      .returning()
    if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essa nota.')
    await writeAudit(tx, { origin, action: 'user.delete-note', subject })
    return toNote(row, callerId)
  })
}
