import type { MiddlewareHandler } from 'hono'
import { clientSignal } from '../client-signal.ts'
import type { AppEnv } from '../context.ts'
import { AppError } from '../errors.ts'
import { PersonSlots } from './person-slots.ts'

/**
 * A browser without HTTP/2 has six connections, so that a page loads no slower. The wait is short, but many may wait:
 * a waiting call costs nothing, and refusing at once would let a program that repeats at once cost more.
 */
const CALLS = { atOnce: 6, waiting: 200 }
const PATIENCE_MS = 2_000
const RETRY_AFTER_SECONDS = 2

/**
 * Bounds the calls of one person that are in progress in this process, so that others keep their share. A call lasts
 * until its answer is sent; a file or event stream that has begun no longer counts. Others wait `patienceMs`
 * milliseconds, 2,000 by default.
 */
export function fairShare(
  { shareOf }: { shareOf(headers: Headers): string | undefined },
  patienceMs = PATIENCE_MS,
): MiddlewareHandler<AppEnv> {
  const slots = new PersonSlots({
    ...CALLS,
    patienceMs,
    refusal: () =>
      new AppError('RATE_LIMITED', 'São pedidos demais de uma vez. Espere uns segundos e tente de novo.', {
        retryAfter: RETRY_AFTER_SECONDS,
      }),
  })
  return async (c, next) => {
    const key = shareOf(c.req.raw.headers)
    if (key === undefined) return await next()
    const wait = slots.enter(key, () => clientSignal(c))
    if (wait) await wait
    let isIn = true
    const leave = () => {
      if (isIn) slots.leave(key)
      isIn = false
    }
    c.set('leaveCall', leave)
    try {
      await next()
    } finally {
      const { outgoing } = c.env
      if (outgoing.headersSent || outgoing.destroyed || outgoing.closed) leave()
      else outgoing.once('close', leave)
    }
  }
}
