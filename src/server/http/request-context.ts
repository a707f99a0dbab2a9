import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { AppEnv } from './context.ts'
import { ADDRESS_HEADER } from './internal-headers.ts'

type Options = { log: Logger; trustProxy: boolean }

/** Gives every request its id, its logger and its client's address, and logs its outcome: never bodies, queries or headers. */
export const requestContext =
  ({ log, trustProxy }: Options): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const requestId = uuidv7()
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

/** A path without what may be a token in it, and not longer than a line should be. */
const safePath = (path: string): string =>
  path
    .slice(0, MAX_PATH)
    .split('/')
    .map((segment) =>
      segment.length >= 20 && /[A-Z0-9]/.test(segment) && !UUID.test(segment) ? '…' : segment,
    )
    .join('/')

// The last entry is the one that our own proxy wrote; those before it are whatever the client claims.
function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  return bareAddress(forwarded) ?? bareAddress(getConnInfo(c).remote.address) ?? 'unknown'
}

// The longest is an IPv6 address in brackets, with a zone and a port.
const MAX_ADDRESS = 100

/** An address without brackets, port and zone; undefined for anything that is none. */
function bareAddress(given: string | undefined): string | undefined {
  const text = given?.trim() ?? ''
  if (text.length > MAX_ADDRESS) return undefined
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const [address = ''] = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')).split('%')
  return isIP(address) ? address : undefined
}
