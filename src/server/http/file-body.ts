import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import { LIMITS } from '#shared/limits.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const FIELD = 'file'
/** Boundaries and headers around the one file. */
const FRAME_BYTES = 16 * 1024
const MAX_BYTES = LIMITS.uploadBytes + FRAME_BYTES
/** Of the form. Nothing is read any more from the first thing that is too much: parts without number keep a processor busy. */
const FORM_LIMITS = {
  fileSize: LIMITS.uploadBytes,
  files: 1,
  fields: 1,
  parts: 2,
  headerPairs: 10,
  headerSize: 4_096,
}

type Refusals = {
  /** For a body that is no form. */
  notAForm(): AppError
  tooLarge(): AppError
}

/**
 * The one file of a form, in the field `file`. Read only as far as it may go, whatever length it names or does not.
 * @throws {AppError} as `refusals` say; VALIDATION_ERROR for a body that ends early, without a file, or with more.
 */
export async function readFile(c: Context<AppEnv>, refusals: Refusals): Promise<Uint8Array> {
  if (Number(c.req.header('content-length')) > MAX_BYTES) throw refusals.tooLarge()
  const form = await openForm(c.req.header('content-type') ?? '', refusals)
  const body = c.req.raw.body
  const source = body ? Readable.fromWeb(body) : Readable.from([])
  try {
    await pipeline(source, counted(refusals.tooLarge), form.parser, { signal: form.signal })
  } catch (error) {
    if (form.signal.aborted) throw form.signal.reason
    if (error instanceof AppError) throw error
    throw source.errored
      ? new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
      : refusals.notAForm()
  }
  return form.file()
}

/** Passes on what comes, up to the most that may. */
const counted = (tooLarge: () => AppError) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > MAX_BYTES) throw tooLarge()
      yield chunk
    }
  }

const invalidField = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

const noFile = () => invalidField(FIELD, 'Escolha uma imagem')
const tooMany = () => invalidField(FIELD, 'Envie uma imagem de cada vez')

async function openForm(type: string, { notAForm, tooLarge }: Refusals) {
  const stop = new AbortController()
  const refuse = (error: AppError) => stop.abort(error)
  const chunks: Buffer[] = []
  let hasParts = false
  const parser = await parserOf(type, notAForm)
  const isKnown = (name: string) => {
    hasParts = true
    if (name !== FIELD) refuse(invalidField(name.slice(0, 100), 'Campo desconhecido'))
    return name === FIELD
  }
  parser.on('file', (name, stream) => {
    stream.on('limit', () => refuse(tooLarge()))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    isKnown(name)
  })
  parser.on('field', (name) => {
    if (isKnown(name)) refuse(noFile())
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => refuse(tooMany()))
  }
  return {
    parser,
    signal: stop.signal,
    file(): Uint8Array {
      if (!hasParts) throw notAForm()
      const file = Buffer.concat(chunks)
      if (file.length === 0) throw noFile()
      return file
    },
  }
}

async function parserOf(type: string, notAForm: () => AppError): Promise<BusboyInstance> {
  // Loaded by the first file that comes: a start does not wait for it.
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: FORM_LIMITS })
  } catch {
    throw notAForm()
  }
}
