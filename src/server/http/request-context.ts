import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { AppEnv } from './context.ts'

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
    c.header('X-Request-Id', requestId)
    await next()
    const isStatic = !c.req.path.startsWith('/api/')
    c.var.log[isStatic ? 'debug' : 'info'](
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    )
  }

// The last entry is the one that our own proxy wrote; those before it are whatever the client claims.
function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  return bareAddress(forwarded) ?? bareAddress(getConnInfo(c).remote.address) ?? 'unknown'
}

/** An address without brackets, port and zone; undefined for anything that is none. */
function bareAddress(text: string | undefined): string | undefined {
  const [, bracketed, plain] =
    /^\[([^\]%]+)[^\]]*\](?::\d+)?$|^(?:(\S+?)(?:%\S*)?)$/.exec(text?.trim() ?? '') ?? []
  const address = bracketed ?? plain ?? ''
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address
  return isIP(withoutPort) ? withoutPort : undefined
}
