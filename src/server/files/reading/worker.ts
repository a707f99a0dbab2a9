import { buffer } from 'node:stream/consumers'
import type { AttachmentKind } from '#shared/contract/attachments.ts'
import { drop } from '../worker-permissions.ts'
import type { Reading, Refusal } from './outcome.ts'
import { sniff } from './sniff.ts'

type Read = (file: Buffer) => Promise<Reading | Refusal> | Reading | Refusal

/** Each library is loaded only for its own files. */
const READERS: Record<AttachmentKind, (file: Buffer) => Promise<Read>> = {
  image: async (file) => (await import('./image.ts')).imageReader(file),
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  text: async () => (await import('./text.ts')).readText,
}

const isReadable = (kind: AttachmentKind | Refusal): kind is AttachmentKind => kind in READERS

async function read(file: Buffer): Promise<Reading | Refusal> {
  const [as, charset = ''] = process.argv.slice(2)
  if (as === 'page') {
    const { readPage } = await import('./page.ts')
    drop('fs.read', 'addon')
    return readPage(file, charset)
  }
  const kind = sniff(file)
  if (!isReadable(kind)) return kind
  const readKind = await READERS[kind](file)
  drop('fs.read', 'addon')
  return readKind(file)
}

const reading = await read(await buffer(process.stdin))
const { payload, ...outcome } =
  typeof reading === 'string' ? { refusal: reading, payload: new Uint8Array() } : reading
process.stdout.write(`${JSON.stringify(outcome)}\n`)
// Exits without waiting for work that a library has left.
process.stdout.write(payload, () => process.exit())
