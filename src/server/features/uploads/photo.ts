import { fileURLToPath } from 'node:url'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { runWorker } from '../../files/run-worker.ts'
import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { OUTCOME } from './photo-exit-codes.ts'

const WORKER = fileURLToPath(new URL('photo-worker.ts', import.meta.url))
const AT_ONCE = 2
/** An uncompressed image of 40 megapixels with headroom. */
const MEMORY = { heapMegabytes: 64, memoryMegabytes: 640 }
/** The worker has a shorter limit for decoding. */
const PROCESSOR_MS = 15_000
/** Wall clock; a busy machine makes the process wait as well. */
const TIMEOUT_MS = 20_000
/** Far more than a portrait of this size needs. */
const MAX_PHOTO_BYTES = 2 * 1024 * 1024

const enqueue = limitConcurrency(AT_ONCE)

/** Not an image, or an unsupported format. */
export const notAnImage = () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie uma imagem PNG, JPEG ou WebP.')

export const tooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `A imagem passa de ${LIMITS.uploadBytes / 1024 / 1024} MB. Escolha uma menor.`,
  )

/** A portrait, a wide thumbnail, or an icon of 192 or 512 pixels. */
export type PhotoShape = 'square' | 'wide' | 'icon' | 'large-icon'

/**
 * Re-encodes an image as a portrait or thumbnail in WebP or an icon in PNG, upright and without metadata. Runs in
 * its own process, so that a crash or memory use of the decoder does not affect the server.
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR for a damaged one, PAYLOAD_TOO_LARGE for too
 * many pixels.
 */
export async function makePhoto(file: Uint8Array, shape: PhotoShape = 'square'): Promise<Uint8Array> {
  const { code, output } = await enqueue(() =>
    runWorker({
      program: WORKER,
      args: [shape],
      hasAddons: true,
      input: file,
      ...MEMORY,
      processorMs: PROCESSOR_MS,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_PHOTO_BYTES,
    }),
  )
  if (code === OUTCOME.done && output.length > 0) return output
  throw refusal(code)
}

function refusal(code: number | null): AppError {
  if (code === OUTCOME.notAnImage) return notAnImage()
  if (code === OUTCOME.tooManyPixels) {
    const megapixels = SERVER_LIMITS.uploadPixels / 1_000_000
    return new AppError('PAYLOAD_TOO_LARGE', `A imagem passa de ${megapixels} megapixels. Escolha uma menor.`)
  }
  const text = 'Não conseguimos ler esta imagem. Tente outra.'
  return new AppError('VALIDATION_ERROR', text, { details: { file: text } })
}
