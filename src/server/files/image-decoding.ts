import sharp, { type Metadata, type Raw, type SharpOptions } from 'sharp'
import { SERVER_LIMITS } from '#shared/limits-server.ts'

/** Memory limit of a decoded image: four bytes per pixel, for any depth and number of channels. */
const MAX_UNPACKED_BYTES = SERVER_LIMITS.uploadPixels * 4

const OPTIONS: SharpOptions = { limitInputPixels: SERVER_LIMITS.uploadPixels, pages: 1, failOn: 'error' }

/** Prepares this process to decode untrusted files with the decoders in `loaders` only. */
export function prepareDecoding(loaders: string[]): void {
  sharp.cache(false)
  sharp.concurrency(1)
  // Blocks every other decoder of the library, such as SVG and PDF.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

/** Decodes the first frame of an image within its limits; check the header first. */
export const decode = (file: Uint8Array) => sharp(file, OPTIONS)

/** Wraps raw pixels. */
export const fromPixels = (pixels: Uint8Array | Uint8ClampedArray, raw: Raw) => sharp(pixels, { raw })

/** The header of an image; undefined when it is not readable. */
export const readHeader = (file: Uint8Array): Promise<Metadata | undefined> =>
  sharp(file, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)

/** Whether the decoded image would exceed the memory limit. */
export function hasTooManyPixels({ width, height, channels, depth }: Metadata): boolean {
  const bytesPerSample = depth === 'uchar' ? 1 : 2
  return (
    width * height * channels * bytesPerSample > MAX_UNPACKED_BYTES ||
    width * height > SERVER_LIMITS.uploadPixels
  )
}
