import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { Allowance } from './guard.ts'
import type { Reading, Refusal } from './outcome.ts'
import { sniff } from './sniff.ts'

/**
 * Memory for an uncompressed image of 40 megapixels with headroom; time for several of the slowest legitimate
 * files.
 */
const ALLOWANCE: Allowance = { memoryBytes: 640 * 1024 * 1024, processorMs: 15_000 }

/** Each library is loaded only for its own files. */
async function read(file: Buffer): Promise<Reading | Refusal> {
  const kind = sniff(file)
  switch (kind) {
    case 'image':
      return (await import('./image.ts')).readImage(file)
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(file)
    case 'docx':
      return (await import('./docx.ts')).readDocx(file)
    case 'text':
      return (await import('./text.ts')).readText(file)
    default:
      return kind
  }
}

const guard = new Worker(new URL('./guard.ts', import.meta.url), { workerData: ALLOWANCE })
await once(guard, 'online')
guard.unref()

const reading = await read(await buffer(process.stdin))
const { payload, ...outcome } =
  typeof reading === 'string' ? { refusal: reading, payload: new Uint8Array() } : reading
process.stdout.write(`${JSON.stringify(outcome)}\n`)
// Exits without waiting for work that a library has left.
process.stdout.write(payload, () => process.exit())
