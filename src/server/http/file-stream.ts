import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** A reader that takes no byte for this long is disconnected. */
const STALL_MS = 60_000

type FileStream = {
  type: string
  /** File name for the download: ASCII letters, no quotes. */
  name: string
  /** Called when the body is needed; the stream is cancelled when the client disconnects. */
  source(): ReadableStream<Uint8Array>
  /** Called exactly once, however the stream ends. */
  onEnd(): void
}

/**
 * Streams a download with backpressure. An error after the first byte closes the connection, so that the
 * client does not take a partial file for a complete one.
 */
export function streamFile(c: Context<AppEnv>, { type, name, source, onEnd }: FileStream): Response {
  const { outgoing } = c.env
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  }
  if (c.req.method === 'HEAD' || outgoing.destroyed || outgoing.closed) {
    onEnd()
    return c.body(null, 200, headers)
  }
  outgoing.writeHead(200, { ...c.var.rawHeaders, 'X-Request-Id': c.var.requestId, ...headers })
  outgoing.setTimeout(STALL_MS, () => outgoing.destroy())
  pipeline(Readable.fromWeb(source()), outgoing)
    .catch((error) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') c.var.log.error({ err: error }, 'file cut short')
    })
    .finally(onEnd)
  return RESPONSE_ALREADY_SENT
}
