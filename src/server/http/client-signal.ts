import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** A signal that aborts when the client disconnects before the response is complete. */
export function clientSignal(c: Context<AppEnv>): AbortSignal {
  const { outgoing } = c.env
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}
