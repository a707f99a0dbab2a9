import type { Context } from 'hono'
import type { Success } from '#shared/envelope.ts'
import type { AppEnv } from './context.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Node writes a long text to a socket several times slower than its bytes; a short one goes out with the headers. */
const BYTES_FROM = 8 * 1024

/** The only writer of successes: `data` in the envelope; 200, or 201 for a created row. */
export function respond<T>(c: Context<AppEnv>, data: T, status: 200 | 201 = 200): Response {
  const body: Success<T> = { success: true, timestamp: new Date().toISOString(), data }
  const text = JSON.stringify(body)
  return c.body(text.length < BYTES_FROM ? text : Buffer.from(text), status, JSON_TYPE)
}

/** A created row, or the stored one of a repeated create. */
export type Created<Row> = { row: Row; isNew: boolean }

/** Answers a create that may be repeated: 201 for a new row, 200 for the stored one. */
export const respondCreated = <Row>(c: Context<AppEnv>, { row, isNew }: Created<Row>): Response =>
  respond(c, row, isNew ? 201 : 200)
