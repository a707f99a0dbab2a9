import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import type { DocumentSource } from './document.ts'

/** Whoever talks to an agent meanwhile comes first. */
const NICE = 10

/** Reads a document from the input and writes the file to the output. Only the library that is needed is loaded. */
async function work(): Promise<void> {
  const { format, source }: { format: 'docx' | 'pdf'; source: DocumentSource } = JSON.parse(
    await text(process.stdin),
  )
  const make = format === 'pdf' ? (await import('./pdf.ts')).makePdf : (await import('./docx.ts')).makeDocx
  const file = await make(source)
  await new Promise((resolve) => process.stdout.write(file, resolve))
}

setPriority(NICE)
await work()
