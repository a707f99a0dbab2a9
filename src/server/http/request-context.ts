import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { TrustedProxies } from '../env-kinds.ts'
import { clientAddresses } from './client-address.ts'
import type { AppEnv } from './context.ts'
import { ADDRESS_HEADER } from './internal-headers.ts'

type Options = { log: Logger; trustedProxies: TrustedProxies }

/**
 * Sets id, logger and client address of each request, and logs its outcome without body, query or headers.
 */
export function requestContext({ log, trustedProxies }: Options): MiddlewareHandler<AppEnv> {
  const addressOf = clientAddresses(trustedProxies, log)
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    c.set('clientAddress', addressOf(c))
    c.req.raw.headers.set(ADDRESS_HEADER, c.var.clientAddress)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    // The rest of the body is discarded with the connection.
    if (!c.env.incoming.complete) c.res.headers.set('Connection', 'close')
    const isStatic = !c.req.path.startsWith('/api/')
    c.var.log[isStatic ? 'debug' : 'info'](
      {
        method: c.req.method,
        path: safePath(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_PATH = 300

/** The path for the log: segments that may be tokens are masked, and its length is limited. */
const safePath = (path: string): string =>
  path
    .slice(0, MAX_PATH)
    .split('/')
    .map((segment) =>
      segment.length >= 20 && /[A-Z0-9]/.test(segment) && !UUID.test(segment) ? '…' : segment,
    )
    .join('/')
