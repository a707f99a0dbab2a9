import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type AppEnv, createRouter } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import type { Metrics } from './metrics.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `/metrics`, protected by the token; compares in constant time. */
export function metricsRoutes(metrics: Metrics, token: string) {
  const expected = sha256(`Bearer ${token}`)
  return createRouter().get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (!timingSafeEqual(sha256(c.req.header('authorization') ?? ''), expected)) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    }
    return c.body(await metrics.read(), 200, { 'Content-Type': metrics.contentType })
  })
}

/** Counts requests by route pattern. Middleware is registered for all methods and is skipped. */
export const countRequests =
  (metrics: Metrics): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? 'none'
    const seconds = (performance.now() - startedAt) / 1_000
    metrics.requestAnswered({ method: c.req.method, route, status: c.res.status, seconds })
  }
