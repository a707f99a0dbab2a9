import type { MiddlewareHandler } from 'hono'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { READER_HEADER } from '#shared/offline-cache.ts'
import { type RequestOrigin, requestOriginOf } from './audit-origin.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

type Auth = {
  findUser(headers: Headers): Promise<(CurrentUser & { isBanned: boolean }) | undefined>
  /** Refuses what nobody may do in somebody else's place, and writes down the rest. */
  admit(user: CurrentUser, call: { method: string; path: string } & RequestOrigin): Promise<void>
}

/** Lets only signed-in people through, and gives handlers `c.var.user`. */
export const signedIn =
  ({ findUser, admit }: Auth): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const user = await findUser(c.req.raw.headers)
    if (!user) throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    if (user.isBanned) throw new AppError('FORBIDDEN', 'Not authorized')
    const { method, path } = c.req
    await admit(user, { method, path, ...requestOriginOf(c.req.raw.headers) })
    c.set('user', user)
    // Whose answer it is, for their browser alone to keep; what an administrator looks at in their place it may not.
    if (method === 'GET' && !user.impersonator) c.header(READER_HEADER, user.id)
    await next()
  }

/** Lets only administrators on; comes after {@link signedIn}. The text of the denial is fixed (SPEC §5). */
export const administers =
  (resource: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.var.user.role !== 'admin') {
      throw new AppError('FORBIDDEN', `You are not allowed to access resource: ${resource}`)
    }
    await next()
  }
