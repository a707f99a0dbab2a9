import { fileURLToPath } from 'node:url'
import { limitConcurrency } from '../auth/passwords/hashing.ts'
import { runWorker } from '../files/run-worker.ts'
import { AppError } from '../http/errors.ts'
import type { DocumentSource } from './document.ts'

const WORKER = fileURLToPath(new URL('document-worker.ts', import.meta.url))
const TIMEOUT_MS = 120_000
const MAX_MEMORY_MB = 640
const MAX_FILE_BYTES = 64 * 1024 * 1024
/** So many people may wait for each other's documents; only one is made at a time. */
const MAX_WAITING = 8

/** What can be made in that time and memory, in characters of Markdown, each part counting for some more. */
const MAX_SIZE = { docx: 3_000_000, pdf: 1_500_000 }
const PART_SIZE = 200

/** What a format is called by those who ask for it, and by browsers. */
export const MEDIA_TYPES = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const

const takingTurns = limitConcurrency(1)
let waiting = 0

/**
 * A document as a Word file or a PDF, made by a process of its own: whatever a text does to the library that lays it out,
 * live replies go on.
 * @throws {AppError} PAYLOAD_TOO_LARGE for more than can be made, UNAVAILABLE when too many wait.
 */
export async function makeDocument(source: DocumentSource, format: 'docx' | 'pdf'): Promise<Uint8Array> {
  const size = source.parts.reduce((sum, { markdown }) => sum + markdown.length + PART_SIZE, 0)
  if (size > MAX_SIZE[format]) throw tooLarge(format)
  if (waiting >= MAX_WAITING) {
    throw new AppError('UNAVAILABLE', 'Há muitos arquivos sendo gerados agora. Tente de novo em instantes.', {
      retryAfter: 10,
    })
  }
  waiting += 1
  try {
    const { code, output } = await takingTurns(() =>
      runWorker({
        program: WORKER,
        nodeOptions: [`--max-old-space-size=${MAX_MEMORY_MB}`],
        input: Buffer.from(JSON.stringify({ format, source })),
        timeoutMs: TIMEOUT_MS,
        maxOutputBytes: MAX_FILE_BYTES,
      }),
    )
    if (code === 0 && output.length > 0) return output
    throw tooLarge(format)
  } finally {
    waiting -= 1
  }
}

const tooLarge = (format: 'docx' | 'pdf') =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `Este texto é grande demais para virar ${format.toUpperCase()}. Exporte em Markdown${
      format === 'pdf' ? ' ou DOCX' : ''
    }.`,
  )
