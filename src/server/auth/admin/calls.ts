import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { BanUser, ChangeUser, CreateUser } from '#shared/contract/users.ts'
import { ERROR_STATUS, type ErrorCode } from '#shared/envelope.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { type Audited, writeAudit } from './audit.ts'
import { ADDRESS_TAKEN, type Scope } from './transaction-scope.ts'

type Call<Body> = { headers: Headers; body: Body }
type OfUser = { userId: string }

/** The part of better-auth's API that the App API uses. */
type Api = {
  createUser(call: Call<Omit<CreateUser, 'phoneNumber'> & { data: object }>): Promise<{ user: OfUserRow }>
  adminUpdateUser(call: Call<OfUser & { data: Record<string, unknown> }>): Promise<unknown>
  setRole(call: Call<OfUser & { role: 'admin' | 'user' }>): Promise<unknown>
  banUser(call: Call<OfUser & { banReason?: string; banExpiresIn?: number }>): Promise<unknown>
  unbanUser(call: Call<OfUser>): Promise<unknown>
}
type OfUserRow = { id: string }

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERROR_STATUS

/** The second is better-auth's own code, after a race between our check and its insert. */
const TAKEN_CODES = [ADDRESS_TAKEN.code, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']

/** Maps better-auth's refusals to AppError. */
function toAppError(error: unknown): unknown {
  const { code, message, details } = isAPIError(error) ? Object(error.body) : {}
  if (constraintOf(error) === 'users_email_key' || TAKEN_CODES.includes(code)) {
    const taken = ADDRESS_TAKEN.message
    return new AppError('CONFLICT', taken, { details: { email: taken } })
  }
  if (!isAPIError(error)) return error
  if (isErrorCode(code)) return new AppError(code, message, details && { details })
  if (error.statusCode === 400) return new AppError('VALIDATION_ERROR', message, details && { details })
  return error
}

/** Administrators' calls for the App API, with the same rules as `/api/auth/admin`. */
export function adminCalls(api: Api, { db, atomically }: Scope) {
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    atomically(work).catch((error) => {
      throw toAppError(error)
    })
  return {
    /** Runs several calls, and writes through the given `db`, in one transaction. */
    atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => guarded(() => work(db)),

    /** Answers the new account's id. @throws {AppError} CONFLICT for an address that has an account. */
    createUser: (headers: Headers, { phoneNumber, ...body }: CreateUser): Promise<string> =>
      guarded(
        async () => (await api.createUser({ headers, body: { ...body, data: { phoneNumber } } })).user.id,
      ),

    updateUser: (headers: Headers, userId: string, data: Omit<ChangeUser, 'role' | 'planId' | 'planUntil'>) =>
      guarded(() => api.adminUpdateUser({ headers, body: { userId, data } })),

    setRole: (headers: Headers, userId: string, role: 'admin' | 'user') =>
      guarded(() => api.setRole({ headers, body: { userId, role } })),

    /** @throws {AppError} CONFLICT for the caller's own account and for the last administrator. */
    ban: (headers: Headers, userId: string, { banReason, banExpires }: BanUser) =>
      guarded(async () => {
        const until = banExpires ? new Date(banExpires) : undefined
        const seconds = until && { banExpiresIn: (until.getTime() - Date.now()) / 1000 }
        await api.banUser({ headers, body: { userId, ...(banReason && { banReason }), ...seconds } })
        // better-auth adds the seconds to its own clock, so the exact end is stored afterwards.
        if (until) await db.update(users).set({ banExpires: until }).where(eq(users.id, userId))
      }),

    unban: (headers: Headers, userId: string) => guarded(() => api.unbanUser({ headers, body: { userId } })),

    audit: (entry: Audited) => writeAudit(db, entry),
  }
}
