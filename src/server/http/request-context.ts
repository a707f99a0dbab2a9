import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'
import { ADDRESS_HEADER } from './internal-headers.ts'

type Options = { log: Logger; trustProxy: boolean }

/**
 * Sets id, logger and client address of each request, and logs its outcome without body, query or headers.
 */
export const requestContext =
  ({ log, trustProxy }: Options): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    c.set('clientAddress', clientAddress(c, trustProxy))
    c.req.raw.headers.set(ADDRESS_HEADER, c.var.clientAddress)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
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

// Only the last entry is written by our own proxy; the client can forge the ones before it.
function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  return bareAddress(forwarded) ?? bareAddress(getConnInfo(c).remote.address) ?? 'unknown'
}

// The longest valid form is an IPv6 address in brackets with zone and port.
const MAX_ADDRESS = 100

/** The address without brackets, port and zone; undefined when it is not an IP address. */
function bareAddress(given: string | undefined): string | undefined {
  const text = given?.trim() ?? ''
  if (text.length > MAX_ADDRESS) return undefined
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const [address = ''] = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')).split('%')
  return isIP(address) ? address : undefined
}
