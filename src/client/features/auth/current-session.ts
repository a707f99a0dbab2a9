import type { CurrentSession, SessionInfo, SessionUser } from '#shared/contract/auth.ts'

const USER = [
  'id',
  'name',
  'email',
  'emailVerified',
  'image',
  'bio',
  'phoneNumber',
  'role',
  'hasCompletedOnboarding',
] as const satisfies (keyof SessionUser)[]

const SESSION = [
  'id',
  'expiresAt',
  'userId',
  'impersonatedBy',
  'impersonatedByName',
] as const satisfies (keyof SessionInfo)[]

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const pick = (from: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]))

/**
 * The answer of `GET /api/auth/get-session` without unknown fields, such as the session token, because it is stored. By
 * hand: with the schema of the contract each page would load zod. @throws when it names no user or session.
 */
export function readCurrentSession(answer: unknown): CurrentSession {
  if (answer === null) return null
  const { user, session } = isFields(answer) ? answer : {}
  if (!isFields(user) || !isFields(session)) throw new Error('Unexpected session')
  if (![user.id, user.name, user.email, session.id, session.expiresAt].every((it) => typeof it === 'string'))
    throw new Error('Unexpected session')
  return { user: pick(user, USER) as SessionUser, session: pick(session, SESSION) as SessionInfo }
}
