import type { Context } from 'hono'
import type { Success } from '#shared/envelope.ts'
import type { AppEnv } from './context.ts'

/** The only writer of successes: `data` in the envelope; 200, or 201 for a created row. */
export function respond<T>(c: Context<AppEnv>, data: T, status: 200 | 201 = 200): Response {
  const body: Success<T> = { success: true, timestamp: new Date().toISOString(), data }
  return c.json(body, status)
}
