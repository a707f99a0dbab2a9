import type { MiddlewareHandler } from 'hono'
import type { CurrentUser, KeyHolder } from '#shared/contract/auth.ts'
import { READER_HEADER } from '#shared/offline-cache.ts'
import { type RequestOrigin, requestOriginOf } from './audit-origin.ts'
import type { AppEnv } from './context.ts'
import { AppError, secondFactorRequired, stepUpRequired } from './errors.ts'

type Auth = {
  findUser(headers: Headers): Promise<(CurrentUser & { isBanned: boolean; sessionId: string }) | undefined>
  /**
   * Refuses calls that are forbidden during an impersonation, and audits the others. @throws {AppError}
   * FORBIDDEN
   */
  admit(user: CurrentUser, call: { method: string; path: string } & RequestOrigin): Promise<void>
}

type Keys = {
  /** The secret of a call with a key. */
  keyIn(headers: Headers): string | undefined
  admitKey(call: { secret: string; method: string; path: string; address: string }): Promise<KeyHolder>
}

/**
 * Admits a call with an administrator's key, before any route, so that a key opens the calls of its scopes and nothing
 * else. Other calls pass. A browser adds cookies by itself and a key never, so a call with both is nobody's intention.
 * @throws {AppError} FORBIDDEN with cookies, and as `admitKey` throws.
 */
export const keyed =
  ({ keyIn, admitKey }: Keys): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { req } = c
    const secret = keyIn(req.raw.headers)
    if (secret === undefined) return await next()
    if (req.header('cookie') !== undefined) {
      throw new AppError('FORBIDDEN', 'Uma chamada com chave da API não leva cookies: envie só a chave.')
    }
    const { method, path } = req
    c.set('keyHolder', await admitKey({ secret, method, path, address: c.var.clientAddress }))
    await next()
  }

/**
 * Requires a session, or a key that {@link keyed} admitted, and sets `c.var.user` and `c.var.sessionId`.
 * @throws {AppError} UNAUTHORIZED without a session, FORBIDDEN for a banned user.
 */
export const signedIn =
  ({ findUser, admit }: Auth): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { keyHolder } = c.var
    if (keyHolder) {
      c.set('user', keyHolder)
      // No session has this id.
      c.set('sessionId', keyHolder.key.id)
      return await next()
    }
    const user = await findUser(c.req.raw.headers)
    if (!user) throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    if (user.isBanned) throw new AppError('FORBIDDEN', 'Not authorized')
    const { method, path } = c.req
    await admit(user, { method, path, ...requestOriginOf(c.req.raw.headers) })
    c.set('user', user)
    c.set('sessionId', user.sessionId)
    // The client's offline cache stores responses under this user id. Responses of an impersonation must not
    // be stored.
    if (method === 'GET' && !user.impersonator) c.header(READER_HEADER, user.id)
    await next()
  }

/** Requires an administrator; comes after {@link signedIn}. SPEC §5 fixes the text of the refusal. */
export const administers =
  (resource: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { role, lacking } = c.var.user
    if (role !== 'admin') {
      throw new AppError('FORBIDDEN', `You are not allowed to access resource: ${resource}`)
    }
    if (lacking === 'factor') throw secondFactorRequired()
    if (lacking === 'proof') throw stepUpRequired()
    await next()
  }

/**
 * Requires a recent proof of identity in the session; comes after {@link signedIn}. Nobody is there to prove it in a
 * call with a key, whose maker proved it for the scopes. @throws {AppError} STEP_UP_REQUIRED
 */
export const proved =
  ({ requireProof }: { requireProof(sessionId: string): Promise<void> }): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (!c.var.keyHolder) await requireProof(c.var.sessionId)
    await next()
  }
