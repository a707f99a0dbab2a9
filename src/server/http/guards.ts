import type { MiddlewareHandler } from 'hono'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

type FindUser = (headers: Headers) => Promise<(CurrentUser & { isBanned: boolean }) | undefined>

/** Lets only signed-in people through, and gives handlers `c.var.user`. */
export const signedIn =
  (findUser: FindUser): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const user = await findUser(c.req.raw.headers)
    if (!user) throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    if (user.isBanned) throw new AppError('FORBIDDEN', 'Not authorized')
    c.set('user', user)
    await next()
  }
