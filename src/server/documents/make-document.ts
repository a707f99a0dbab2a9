import { fileURLToPath } from 'node:url'
import { runWorker } from '../files/run-worker.ts'
import { AppError } from '../http/errors.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import type { DocumentSource } from './document.ts'

const WORKER = fileURLToPath(new URL('document-worker.ts', import.meta.url))
const TIMEOUT_MS = 120_000
/** The largest documents that fit the heap were measured at 890 MB. */
const MEMORY = { heapMegabytes: 640, memoryMegabytes: 1_024 }
const MAX_FILE_BYTES = 64 * 1024 * 1024
/** One document is made at a time; this many requests may wait. */
const MAX_WAITING = 8

/** Maximum characters of Markdown that fit the time and memory limits; each part adds PART_SIZE. */
const MAX_SIZE = { docx: 3_000_000, pdf: 1_500_000 }
const PART_SIZE = 200

/** Media types by export format. */
export const MEDIA_TYPES = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const

const withLock = limitConcurrency(1)
let waiting = 0

/**
 * Makes a Word or PDF file in a child process, so that no text can harm live replies through the layout
 * library.
 * @throws {AppError} PAYLOAD_TOO_LARGE beyond the limits, UNAVAILABLE when too many requests wait.
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
    const { code, output } = await withLock(() =>
      runWorker({
        program: WORKER,
        input: Buffer.from(JSON.stringify({ format, source })),
        ...MEMORY,
        processorMs: TIMEOUT_MS,
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
