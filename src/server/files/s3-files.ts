import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { unavailable } from '../http/errors.ts'
import type { Files } from './files.ts'

/** Any S3-compatible store; uses path-style addresses, which all of them support. */
export type S3Options = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000
/** Retries of 429 and 5xx. */
const RETRIES = 2
/** Prefix of our objects in the bucket. */
const PREFIX = 'uploads/'

/** Only images get their real type, so that a browser cannot run other files. */
const typeOf = (name: string) => (name.endsWith('.webp') ? 'image/webp' : 'application/octet-stream')

/** Stores files in a bucket: whole objects only, no listing. */
export function createS3Files(options: S3Options, log: Logger): Files {
  const { accessKeyId, secretAccessKey, region } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const bucket = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`

  async function call(
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    { bytes, signal = AbortSignal.timeout(TIMEOUT_MS) }: { bytes?: Uint8Array; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const body = bytes && new Uint8Array(bytes)
    // The store verifies the body against this hash.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const response = await client
      .fetch(`${bucket}/${PREFIX}${name}`, {
        method,
        headers: { 'X-Amz-Content-Sha256': hash, ...(body && { 'Content-Type': typeOf(name) }) },
        signal,
        ...(body && { body }),
      })
      .catch((error: Error) => {
        log.error({ method, reason: Object(error.cause).code ?? error.name }, 'object store does not answer')
        throw unavailable()
      })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    log.error({ method, status: response.status }, 'object store refused')
    throw unavailable()
  }

  return {
    async write(name, bytes) {
      const { status, body } = await call('PUT', name, { bytes })
      await body?.cancel()
      // The bucket does not exist.
      if (status !== 404) return
      log.error({ method: 'PUT', status }, 'object store refused')
      throw unavailable()
    },
    async read(name) {
      const response = await call('GET', name)
      if (response.ok) return response.bytes()
      await response.body?.cancel()
      return undefined
    },
    async stream(name, signal) {
      // The timeout is for the answer; its body takes as long as the reader.
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
      const all = AbortSignal.any([signal, late.signal])
      const response = await call('GET', name, { signal: all }).finally(() => clearTimeout(timer))
      if (response.ok && response.body) return response.body
      await response.body?.cancel()
      return undefined
    },
    async remove(names) {
      for (const name of names) await (await call('DELETE', name)).body?.cancel()
    },
  }
}
