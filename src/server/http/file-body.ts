import type { Writable } from 'node:stream'
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

/** The size of the body that a request announces; the largest accepted one, in bytes, when it announces none. */
export function announcedBytes(c: Context<AppEnv>, { maxBytes }: Pick<Expected, 'maxBytes'>): number {
  const announced = Number(c.req.header('content-length') ?? Number.NaN)
  return Number.isNaN(announced) ? maxBytes : Math.min(announced, maxBytes)
}

/**
 * Writes the one file of a form, in the field `file`, to `to`, and returns its name without folders, which is not
 * validated. Stops at the size limit, also when Content-Length is wrong or missing.
 * @throws {AppError} as `expected` defines; VALIDATION_ERROR for a truncated body, a missing file or extra
 * parts.
 */
export async function readFile(c: Context<AppEnv>, expected: Expected, to: Writable): Promise<string> {
  const maxBytes = expected.maxBytes + FRAME_BYTES
  if (Number(c.req.header('content-length')) > maxBytes) throw expected.tooLarge()
  // Uploads have a number of their own, and a slow one takes no share of its user's other calls.
  c.var.leaveCall?.()
  const form = await openForm(c.req.header('content-type') ?? '', expected, to)
  const { incoming } = c.env
  // Destroying the request would close the connection before its answer.
  const chunks = incoming.iterator({ destroyOnReturn: false })
  try {
    await pipeline(limitBytes(chunks, maxBytes, expected.tooLarge), form.parser, { signal: form.signal })
  } catch (error) {
    if (form.signal.aborted) throw form.signal.reason
    if (error instanceof AppError) throw error
    throw incoming.readableAborted
      ? new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
      : expected.notAForm()
  }
  return form.finish()
}

/** Passes chunks through until their sum exceeds `maxBytes`. */
async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => AppError,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}

const invalidField = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

async function openForm(type: string, { maxBytes, notAForm, tooLarge, ...texts }: Expected, to: Writable) {
  const noFile = () => invalidField(FIELD, texts.noFile)
  const stop = new AbortController()
  const refuse = (error: unknown) => stop.abort(error)
  let hasParts = false
  let fileName = ''
  let size = 0
  let written: Promise<void> | undefined
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
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    if (!isKnown(name)) return stream.resume()
    written = pipeline(stream, to)
    // A disk that is full.
    written.catch(refuse)
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
    async finish(): Promise<string> {
      if (!hasParts) throw notAForm()
      await written
      if (size === 0) throw noFile()
      return fileName
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
