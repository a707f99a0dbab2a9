import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { CurrentUser, KeyHolder } from '#shared/contract/auth.ts'

export type AppEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    log: Logger
    /**
     * Address of the peer, or the client address that a trusted proxy reports. Never one that the client
     * claims itself.
     */
    clientAddress: string
    user: CurrentUser
    sessionId: string
    /** Whose key made the call; undefined for calls without one. */
    keyHolder: KeyHolder | undefined
    /** Ends the call for its person's share; what follows has a number of its own. Undefined for visitors. */
    leaveCall: (() => void) | undefined
    /** Security headers for a response that is written directly to the socket. */
    rawHeaders: Record<string, string>
  }
}

export const createRouter = () => new Hono<AppEnv>()
