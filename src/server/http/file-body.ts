import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const FIELD = 'file'
/** Allowance for the form's boundaries and headers. */
const FRAME_BYTES = 16 * 1024
/**
 * Limits of the form parser. The first violation aborts parsing, because an endless number of parts would
 * keep the CPU busy.
 */
const FORM_LIMITS = { files: 1, fields: 1, parts: 2, headerPairs: 10, headerSize: 4_096 }

type Expected = {
  /** Maximum size of the file, in bytes. */
  maxBytes: number
  /** Error for a body that is not a form. */
  notAForm(): AppError
  tooLarge(): AppError
  /** Text for the user when no file was sent; `tooMany` for more than one. */
  noFile: string
  tooMany: string
}

/** An uploaded file. `name` comes from the sender without folders, and is not validated. */
export type SentFile = { bytes: Uint8Array; name: string }

/**
 * Reads the one file of a form, in the field `file`. Stops at the size limit, also when Content-Length is
 * wrong or missing.
 * @throws {AppError} as `expected` defines; VALIDATION_ERROR for a truncated body, a missing file or extra
 * parts.
 */
export async function readFile(c: Context<AppEnv>, expected: Expected): Promise<SentFile> {
  const maxBytes = expected.maxBytes + FRAME_BYTES
  if (Number(c.req.header('content-length')) > maxBytes) throw expected.tooLarge()
  const form = await openForm(c.req.header('content-type') ?? '', expected)
  const body = c.req.raw.body
  const source = body ? Readable.fromWeb(body) : Readable.from([])
  try {
    await pipeline(source, limitBytes(maxBytes, expected.tooLarge), form.parser, { signal: form.signal })
  } catch (error) {
    if (form.signal.aborted) throw form.signal.reason
    if (error instanceof AppError) throw error
    throw source.errored
      ? new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
      : expected.notAForm()
  }
  return form.file()
}

/** Passes chunks through until their sum exceeds `maxBytes`. */
const limitBytes = (maxBytes: number, tooLarge: () => AppError) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge()
      yield chunk
    }
  }

const invalidField = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

async function openForm(type: string, { maxBytes, notAForm, tooLarge, ...texts }: Expected) {
  const noFile = () => invalidField(FIELD, texts.noFile)
  const stop = new AbortController()
  const refuse = (error: AppError) => stop.abort(error)
  const chunks: Buffer[] = []
  let hasParts = false
  let fileName = ''
  const parser = await parserOf(type, { maxBytes, notAForm })
  const isKnown = (name: string) => {
    hasParts = true
    if (name !== FIELD) refuse(invalidField(name.slice(0, 100), 'Campo desconhecido'))
    return name === FIELD
  }
  parser.on('file', (name, stream, sentName) => {
    // busboy passes undefined when the part has no file name.
    fileName = String(sentName ?? '')
    stream.on('limit', () => refuse(tooLarge()))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    isKnown(name)
  })
  parser.on('field', (name) => {
    if (isKnown(name)) refuse(noFile())
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => refuse(invalidField(FIELD, texts.tooMany)))
  }
  return {
    parser,
    signal: stop.signal,
    file(): SentFile {
      if (!hasParts) throw notAForm()
      const bytes = Buffer.concat(chunks)
      if (bytes.length === 0) throw noFile()
      return { bytes, name: fileName }
    },
  }
}

async function parserOf(
  type: string,
  { maxBytes, notAForm }: Pick<Expected, 'maxBytes' | 'notAForm'>,
): Promise<BusboyInstance> {
  // Loaded with the first upload, to keep startup fast.
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { ...FORM_LIMITS, fileSize: maxBytes } })
  } catch {
    throw notAForm()
  }
}
