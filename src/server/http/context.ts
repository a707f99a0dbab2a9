import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { CurrentUser } from '#shared/contract/auth.ts'

export type AppEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    log: Logger
    /** Address of the peer, or of the trusted proxy's client; never what a client claims about itself. */
    clientAddress: string
    user: CurrentUser
    secureHeadersNonce?: string
    /** Security headers of a response that is written to the socket itself. */
    rawHeaders: Record<string, string>
  }
}

/** A router of this application. */
export const createRouter = () => new Hono<AppEnv>()
