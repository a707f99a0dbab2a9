import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** A reader that takes nothing for so long is given up. */
const STALL_MS = 60_000

type FileStream = {
  type: string
  /** What it is saved as: plain letters, no quotes. */
  name: string
  /** Made only when somebody reads it; cancelled when they leave. */
  source(): ReadableStream<Uint8Array>
  /** Called once, however it ends. */
  onEnd(): void
}

/**
 * Streams a file to be saved, as fast as it is taken and never faster. What goes wrong on the way can't be told any more:
 * the connection is cut, so that nobody takes a part for the whole.
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
