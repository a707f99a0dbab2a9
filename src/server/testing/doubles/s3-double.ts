import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import aws4 from 'aws4'

const CREDENTIALS = { accessKeyId: 'AKIDCANARIO', secretAccessKey: 'chave-secreta-do-armazenamento' }
const [BUCKET, REGION] = ['elenco-arquivos', 'sa-east-1']

export type S3Double = {
  variables: Record<string, string>
  /** The objects in the bucket, by key. */
  objects: Map<string, Buffer>
  /** Answers the next calls with these statuses without effect; 0 never answers. */
  fail(...statuses: number[]): void
  close(): Promise<void>
}

/**
 * An object store with one bucket. It verifies each signature with another library than the server's: key,
 * time, headers and content.
 */
export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>()
  const failures: number[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const status = failures.shift()
    if (status === 0) return void request.socket.destroy()
    const key = (request.url ?? '').replace(`/${BUCKET}/`, '')
    const answer = status ?? (isSigned(request, body) ? perform(request.method ?? '', key, body) : 403)
    const found = request.method === 'GET' && answer === 200 ? objects.get(key) : undefined
    response
      .writeHead(answer)
      .end(found ?? (answer === 403 ? '<Error><Code>SignatureDoesNotMatch</Code></Error>' : ''))
  })

  function perform(method: string, key: string, body: Buffer): number {
    if (method === 'GET') return objects.has(key) ? 200 : 404
    if (method === 'PUT') objects.set(key, body)
    else objects.delete(key)
    return method === 'PUT' ? 200 : 204
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    variables: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    objects,
    fail: (...statuses) => void failures.push(...statuses),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const NEEDED = ['host', 'x-amz-content-sha256', 'x-amz-date']

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const given = headers.authorization ?? ''
  const signed = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  if (!NEEDED.every((name) => signed.includes(name)) || headers['x-amz-content-sha256'] !== hash) return false
  const own = Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')]))
  const request = { service: 's3', region: REGION, method, path: url, headers: own }
  return aws4.sign(request, CREDENTIALS).headers?.Authorization === given
}
