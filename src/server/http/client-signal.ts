import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** Aborted when the client goes away before its answer is written. */
export function clientSignal(c: Context<AppEnv>): AbortSignal {
  const { outgoing } = c.env
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}
