import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { clientSignal } from './client-signal.ts'
import { contentDisposition } from './content-disposition.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'
import { PersonSlots } from './limits/person-slots.ts'

const RETRY_AFTER_SECONDS = 10

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    'Você já está baixando três arquivos. Espere um deles terminar e tente de novo.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )

const LANES = {
  /** Downloads that a user starts. */
  files: new PersonSlots({ atOnce: 3, waiting: 0, patienceMs: 0, refusal: tooMany }),
  /** Pictures of a page, which a browser requests all at once and not again. */
  pictures: new PersonSlots({ atOnce: 3, waiting: 100, patienceMs: 30_000, refusal: tooMany }),
}

/** Content-Security-Policy of users' files, which are shown as images or downloaded, and never run as pages of this origin. */
export const USER_FILE_POLICY = "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'"

/** A file as chunks of at most about 64 kB, of which each is read when the client has taken the one before. */
export type FileContent = AsyncIterable<Uint8Array>

export type SentFile = {
  type: string
  /** File name of the download. */
  name: string
  /** `attachment` by default. */
  disposition?: 'attachment' | 'inline'
  /** Length in bytes, when it is known. */
  length?: number
  policy?: string
  /** Called when the body is needed. @throws {AppError} before the first byte only. */
  content(): FileContent | Promise<FileContent>
}

/**
 * Streams a file with backpressure, at most three at once per user and lane. `make` runs in the user's slot; its
 * signal aborts once the response is over. An error after the first byte closes the connection, so that the client does
 * not take a partial file for a complete one.
 * @throws {AppError} RATE_LIMITED beyond the user's number, and the errors of `make`.
 */
export async function streamFile(
  c: Context<AppEnv>,
  make: (signal: AbortSignal) => SentFile | Promise<SentFile>,
  lane: keyof typeof LANES = 'files',
): Promise<Response> {
  const { outgoing } = c.env
  const { id: userId } = c.var.user
  c.var.leaveCall?.()
  await LANES[lane].enter(userId, () => clientSignal(c))
  const over = new AbortController()
  const end = () => {
    over.abort()
    LANES[lane].leave(userId)
  }
  try {
    const file = await make(over.signal)
    const headers = headersOf(file)
    if (c.req.method === 'HEAD' || outgoing.destroyed || outgoing.closed) {
      end()
      return c.body(null, 200, headers)
    }
    const content = await file.content()
    outgoing.writeHead(200, { ...c.var.rawHeaders, 'X-Request-Id': c.var.requestId, ...headers })
    pipeline(content, outgoing)
      .catch((error) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') c.var.log.error({ err: error }, 'file cut short')
      })
      .finally(end)
    return RESPONSE_ALREADY_SENT
  } catch (error) {
    end()
    throw error
  }
}

const headersOf = ({ type, name, disposition = 'attachment', length, policy }: SentFile) => ({
  'Content-Type': type,
  'Content-Disposition': contentDisposition(disposition, name),
  ...(length !== undefined && { 'Content-Length': String(length) }),
  ...(policy && { 'Content-Security-Policy': policy }),
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
})
