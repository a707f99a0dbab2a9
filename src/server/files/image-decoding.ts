import { setPriority } from 'node:os'
import sharp, { type Metadata, type Raw, type SharpOptions } from 'sharp'
import { LIMITS } from '#shared/limits.ts'

/** Four bytes for each pixel that may be: whatever its depth and channels, an image takes no more once it is unpacked. */
const MAX_UNPACKED_BYTES = LIMITS.uploadPixels * 4
/** Whoever talks to an agent meanwhile comes first. */
const NICE = 10

const OPTIONS: SharpOptions = { limitInputPixels: LIMITS.uploadPixels, pages: 1, failOn: 'error' }

/** Makes this process one that reads a stranger's file: nice to others, and no decoder is at hand but those of `loaders`. */
export function prepareDecoding(loaders: string[]): void {
  setPriority(NICE)
  sharp.cache(false)
  sharp.concurrency(1)
  // Everything else that the library can read, SVG and PDF among it, is not even looked at.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

/** An image to be decoded within its limits, once its header was looked at; only its first frame. */
export const decode = (file: Uint8Array) => sharp(file, OPTIONS)

/** What was decoded before. */
export const fromPixels = (pixels: Uint8Array, raw: Raw) => sharp(pixels, { raw })

/** What its header says; undefined when it is no image that can be read here. */
export const readHeader = (file: Uint8Array): Promise<Metadata | undefined> =>
  sharp(file, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)

/** Whether it takes more than there is room for once it is unpacked. */
export function hasTooManyPixels({ width, height, channels, depth }: Metadata): boolean {
  const bytesPerSample = depth === 'uchar' ? 1 : 2
  return (
    width * height * channels * bytesPerSample > MAX_UNPACKED_BYTES || width * height > LIMITS.uploadPixels
  )
}
