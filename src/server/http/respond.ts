import type { Context } from 'hono'
import type { Success } from '#shared/envelope.ts'
import type { JsonText } from '#shared/json-text.ts'
import type { AppEnv } from './context.ts'

/** `data` in the envelope of a success; 200, or 201 for a created row. */
export function respond<T>(c: Context<AppEnv>, data: T, status: 200 | 201 = 200): Response {
  const body: Success<T> = { success: true, timestamp: new Date().toISOString(), data }
  return c.json(body, status)
}

/** The same envelope around JSON that the database wrote. */
export function respondJson<T>(c: Context<AppEnv>, data: JsonText<T>): Response {
  const body = `{"success":true,"timestamp":"${new Date().toISOString()}","data":${data}}`
  return c.body(body, 200, { 'Content-Type': 'application/json' })
}
