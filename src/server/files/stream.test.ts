import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../log.ts'
import { type S3Double, startS3Double } from '../testing/doubles/s3-double.ts'
import { createDiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { spool } from './spool.ts'

const content = randomBytes(3 * 1024 * 1024)
let folder: string
let store: S3Double
const stores: Record<string, Files> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-stream-'))
  store = await startS3Double()
  const {
    S3_ENDPOINT: endpoint = '',
    S3_BUCKET: bucket = '',
    S3_REGION: region = '',
    ...keys
  } = store.variables
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = keys
  stores.disk = createDiskFiles({ folder, spareBytes: 0 })
  stores.s3 = createS3Files(
    { endpoint, bucket, region, accessKeyId, secretAccessKey },
    createLogger('silent'),
  )
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Files of the folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((path) => path.startsWith(folder))
}

describe.each(['disk', 's3'])('a stream from %s', (kind) => {
  const files = () => stores[kind] as Files

  test('has every byte in small pieces; a missing file has none', async () => {
    await files().write('a', content)
    const { signal } = new AbortController()
    const pieces: Uint8Array[] = []
    for await (const piece of (await files().stream('a', signal)) ?? []) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(content)).toBe(true)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(128 * 1024)
    expect(await files().stream('b', signal)).toBeUndefined()
  })

  test('is closed by its signal, whether it was read or not', async () => {
    await files().write('a', content)
    for (const count of [0, 1]) {
      const over = new AbortController()
      const chunks = (await files().stream('a', over.signal))?.[Symbol.asyncIterator]()
      for (let read = 0; read < count; read += 1) await chunks?.next()
      over.abort()
      await vi.waitFor(async () => expect(await openFiles()).toEqual([]))
      await expect(chunks?.next()).rejects.toThrow()
    }
  })
})

describe('spooled content', () => {
  test.each([
    ['short', 1_000],
    ['long', content.length],
  ])('that is %s is complete, and leaves no file', async (_what, length) => {
    const over = new AbortController()
    const bytes = content.subarray(0, length)
    const chunks = await spool(bytes, { dataDir: folder, signal: over.signal })
    expect(await readdir(join(folder, 'spool')).catch(() => [])).toEqual([])
    expect((await buffer(chunks)).equals(bytes)).toBe(true)
    over.abort()
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]))
  })

  test('that is long waits on the disk, unless there is no place', async () => {
    const over = new AbortController()
    await spool(content, { dataDir: folder, signal: over.signal })
    expect(await openFiles()).toHaveLength(1)
    over.abort()
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]))
    const { signal } = new AbortController()
    const chunks = await spool(content, { dataDir: '/dev/null', signal })
    expect((await buffer(chunks)).equals(content)).toBe(true)
  })
})
