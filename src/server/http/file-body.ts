import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const FIELD = 'file'
/** Boundaries and headers around the one file. */
const FRAME_BYTES = 16 * 1024
/** Of the form. Nothing is read any more from the first thing that is too much: parts without number keep a processor busy. */
const FORM_LIMITS = { files: 1, fields: 1, parts: 2, headerPairs: 10, headerSize: 4_096 }

type Expected = {
  /** Of the file. */
  maxBytes: number
  /** For a body that is no form. */
  notAForm(): AppError
  tooLarge(): AppError
  /** What a person reads who sent none, and who sent several. */
  noFile: string
  tooMany: string
}

/** A file as it came; its name is the sender's, without folders, and may be anything. */
export type SentFile = { bytes: Uint8Array; name: string }

/**
 * The one file of a form, in the field `file`. Read only as far as it may go, whatever length it names or does not.
 * @throws {AppError} as `expected` says; VALIDATION_ERROR for a body that ends early, without a file, or with more.
 */
export async function readFile(c: Context<AppEnv>, expected: Expected): Promise<SentFile> {
  const maxBytes = expected.maxBytes + FRAME_BYTES
  if (Number(c.req.header('content-length')) > maxBytes) throw expected.tooLarge()
  const form = await openForm(c.req.header('content-type') ?? '', expected)
  const body = c.req.raw.body
  const source = body ? Readable.fromWeb(body) : Readable.from([])
  try {
    await pipeline(source, counted(maxBytes, expected.tooLarge), form.parser, { signal: form.signal })
  } catch (error) {
    if (form.signal.aborted) throw form.signal.reason
    if (error instanceof AppError) throw error
    throw source.errored
      ? new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
      : expected.notAForm()
  }
  return form.file()
}

/** Passes on what comes, up to the most that may. */
const counted = (maxBytes: number, tooLarge: () => AppError) =>
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
    // Without one, nothing is said.
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
  // Loaded by the first file that comes: a start does not wait for it.
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { ...FORM_LIMITS, fileSize: maxBytes } })
  } catch {
    throw notAForm()
  }
}
