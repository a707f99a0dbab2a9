import { text } from 'node:stream/consumers'
import type { DocumentSource } from './document.ts'

/** Reads a document from stdin and writes the file to stdout. Loads only the library of the format. */
async function work(): Promise<void> {
  const { format, source }: { format: 'docx' | 'pdf'; source: DocumentSource } = JSON.parse(
    await text(process.stdin),
  )
  const make = format === 'pdf' ? (await import('./pdf.ts')).makePdf : (await import('./docx.ts')).makeDocx
  const file = await make(source)
  await new Promise((resolve) => process.stdout.write(file, resolve))
}

await work()
