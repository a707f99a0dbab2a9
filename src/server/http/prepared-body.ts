import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { accepts } from 'hono/accepts'
import type { AppEnv } from './context.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Prepared = { etag: string; bodies: Record<(typeof ENCODINGS)[number], Buffer<ArrayBuffer>> }

/** Higher levels take seconds for little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

async function prepare(text: string): Promise<Prepared> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
  return { etag, bodies: { br, gzip: gzipped, identity } }
}

/**
 * Answers with a text that never changes while the process runs: written and compressed once, on the first request,
 * and revalidated by its entity tag.
 */
export function preparedBody(contentType: string, write: () => Promise<string>): Handler<AppEnv> {
  let prepared: Promise<Prepared> | undefined
  return async (c) => {
    prepared ??= write().then(prepare)
    const { etag, bodies } = await prepared
    c.header('ETag', etag)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
    const encoding = accepts(c, {
      header: 'Accept-Encoding',
      supports: [...ENCODINGS],
      default: 'identity',
    }) as (typeof ENCODINGS)[number]
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(bodies[encoding], 200, { 'Content-Type': contentType })
  }
}
