import { eq } from 'drizzle-orm'
import type { Role } from '#shared/contract/auth.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { isBanned } from '../auth-checks.ts'

export type Subject = {
  id: string
  name: string
  email: string
  role: Role
  isBanned: boolean
  /** The account before the call. */
  was: typeof users.$inferSelect
}

/** Names and addresses of the administrators who can sign in. */
export async function listAdministrators(db: Db): Promise<{ name: string; email: string }[]> {
  const rows = await db.select().from(users).where(eq(users.role, 'admin')).orderBy(users.id)
  return rows.filter((row) => !isBanned(row)).map(({ name, email }) => ({ name, email }))
}

/** @throws {AppError} NOT_FOUND */
export async function getSubject(db: Db, userId: string): Promise<Subject> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essa pessoa.')
  const { id, name, email, role } = row
  return { id, name, email, role, isBanned: isBanned(row), was: row }
}

const LAST_ADMINISTRATOR_TEXT = 'Esta é a última conta de administração: a casa não pode ficar sem ninguém.'

/**
 * Locks all administrators until the transaction ends, so that mutual removals run one after the other.
 * Answers the ids of those who can sign in.
 * @throws {AppError} CONFLICT when the user is the only one.
 */
export async function refuseLastAdministrator(tx: Db, userId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id, banned: users.banned, banExpires: users.banExpires })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(users.id)
    .for('no key update')
  const able = new Set(rows.filter((row) => !isBanned(row)).map(({ id }) => id))
  if (able.has(userId) && able.size === 1) throw new AppError('CONFLICT', LAST_ADMINISTRATOR_TEXT)
  return able
}

/**
 * Rules for removing a user's role, account or access.
 * @throws {AppError} CONFLICT for the caller's own account and the last administrator, FORBIDDEN when the
 * caller has just lost the role.
 */
export async function refuseRemoval(
  tx: Db,
  { actorId, subject, own }: { actorId: string; subject: Subject; own: string },
): Promise<void> {
  if (subject.id === actorId) throw new AppError('CONFLICT', own)
  const able = await refuseLastAdministrator(tx, subject.id)
  if (!able.has(actorId)) throw denied('user')
}

/** A refusal with the fixed text of SPEC §5. */
export const denied = (resource: string) =>
  new AppError('FORBIDDEN', `You are not allowed to access resource: ${resource}`)
