import { eq } from 'drizzle-orm'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import type { RequestOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { isBanned } from '../auth-checks.ts'
import { type Person, writeAudit } from './audit.ts'
import { IMPERSONATION_SECONDS } from './permissions.ts'

type ImpersonatedSession = { impersonatedBy: string; createdAt: Date; expiresAt: Date }

/**
 * The latest end of an impersonation. better-auth alone would extend the session when its "don't remember me"
 * cookie is missing.
 */
export const impersonationEnd = ({ createdAt, expiresAt }: ImpersonatedSession): Date =>
  new Date(Math.min(createdAt.getTime() + IMPERSONATION_SECONDS * 1000, expiresAt.getTime()))

/**
 * The administrator of a session; undefined once the hour is over, or the administrator is banned or lost the
 * role.
 */
export async function findImpersonator(db: Db, session: ImpersonatedSession): Promise<Person | undefined> {
  if (impersonationEnd(session) <= new Date()) return undefined
  const [row] = await db.select().from(users).where(eq(users.id, session.impersonatedBy))
  return row?.role === 'admin' && !isBanned(row) ? { id: row.id, name: row.name } : undefined
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls of better-auth that change neither credentials nor the account's existence. */
const ALLOWED_AUTH = new Set([
  '/api/auth/get-session',
  '/api/auth/list-sessions',
  '/api/auth/sign-in/email',
  '/api/auth/sign-out',
  '/api/auth/sign-up/email',
  '/api/auth/update-user',
  '/api/auth/admin/stop-impersonating',
])

/** Private to the user, also for reading: keys, consent, reports, data export, first hours, payments. */
const OWN_ONLY =
  /^\/api\/v1\/(credentials|me\/(email-changes|export|first-hours|reports|terms|purchase-claims|subscription\/.*|security|proof|trusted-devices))(\/|$)/

/** Deletions that cannot be undone: the account, and what is in the trash. */
const FOR_GOOD = /^\/api\/v1\/(me|trash(\/.*)?)\/?$/

const IMPERSONATION_TEXT = 'Isso não pode ser feito enquanto você acessa a conta de outra pessoa.'

const isRefused = ({ method, path }: { method: string; path: string }): boolean => {
  if (path.startsWith('/api/auth/')) return !ALLOWED_AUTH.has(path)
  return OWN_ONLY.test(path) || (method === 'DELETE' && FOR_GOOD.test(path))
}

/** These write an audit entry themselves. */
const AUDITED_ELSEWHERE = new Set(['/api/auth/admin/stop-impersonating'])

export type AdmittedCall = { method: string; path: string } & RequestOrigin

/**
 * Admits a call during an impersonation, and audits changes before they happen.
 * @throws {AppError} FORBIDDEN for calls that an impersonation excludes; errors of the database when the
 * audit entry cannot be written.
 */
export async function admitImpersonator(
  db: Db,
  user: Pick<CurrentUser, 'id' | 'name' | 'impersonator'>,
  { ipAddress, userAgent, ...call }: AdmittedCall,
): Promise<void> {
  if (!user.impersonator) return
  if (isRefused(call)) throw new AppError('FORBIDDEN', IMPERSONATION_TEXT)
  if (READS.has(call.method) || AUDITED_ELSEWHERE.has(call.path)) return
  await writeAudit(db, {
    origin: { actor: user.impersonator, ipAddress, userAgent },
    subject: { id: user.id, name: user.name },
    action: call.path === '/api/auth/sign-out' ? 'impersonation.stop' : 'impersonation.write',
    details: { method: call.method, path: call.path.slice(0, 300) },
  })
}

/** The administrator named by a validated session. */
export function impersonatorOf(session: object): Person | undefined {
  const { impersonatedBy: id, impersonatedByName: name } = Object(session)
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined
}
