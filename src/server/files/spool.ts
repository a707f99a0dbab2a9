import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openNameless } from './nameless-file.ts'

/** Longer content waits for a slow reader on the disk. */
const MEMORY_BYTES = 256 * 1024

/**
 * Made content in pieces for a reader of any speed, from memory when it is short, or when there is no room on the
 * disk. The signal must abort once the reader is done.
 */
export async function spool(
  bytes: Uint8Array,
  { dataDir, signal }: { dataDir: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const file = bytes.length > MEMORY_BYTES ? await keep(bytes, join(dataDir, 'spool')) : undefined
  // Its reader hears of errors; an abort before the first read has none, and would end the process.
  return file?.createReadStream({ start: 0, signal }).on('error', () => {}) ?? Readable.from([bytes])
}

async function keep(bytes: Uint8Array, folder: string) {
  try {
    const file = await openNameless(folder)
    try {
      await file.writeFile(bytes)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  } catch {
    return undefined
  }
}
