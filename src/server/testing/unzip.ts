import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/**
 * The files of a ZIP, by name.
 * @throws if it is truncated, a name leaves its folder, or a checksum is wrong.
 */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`spoilt: ${entry.fileName}`)
    if (files.has(entry.fileName)) throw new Error(`twice: ${entry.fileName}`)
    files.set(entry.fileName, content)
  }
  return files
}
