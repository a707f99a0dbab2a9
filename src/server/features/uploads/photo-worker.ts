import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { LIMITS } from '#shared/limits.ts'
import { OUTCOME } from './photo-outcome.ts'

/** Four bytes for each pixel that may be: whatever its depth and channels, an image takes no more once it is unpacked. */
const MAX_UNPACKED_BYTES = LIMITS.uploadPixels * 4
const TIMEOUT_SECONDS = 10
const QUALITY = 82

const OPTIONS: SharpOptions = { limitInputPixels: LIMITS.uploadPixels, pages: 1, failOn: 'error' }

/** Whoever talks to an agent meanwhile comes first. */
const NICE = 10

sharp.cache(false)
sharp.concurrency(1)
// Everything else that the library can read, SVG and PDF among it, is not even looked at.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})

const isTooLarge = ({ width, height, channels, depth }: Metadata) => {
  const bytesPerSample = depth === 'uchar' ? 1 : 2
  return (
    width * height * channels * bytesPerSample > MAX_UNPACKED_BYTES || width * height > LIMITS.uploadPixels
  )
}

/** Reads an image from the input and writes the portrait to the output; answers the exit code. */
async function work(): Promise<number> {
  const file = await buffer(process.stdin)
  const metadata = await sharp(file, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!metadata) return OUTCOME.notAnImage
  if (isTooLarge(metadata)) return OUTCOME.tooManyPixels
  const photo = await sharp(file, OPTIONS)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(LIMITS.uploadSide, LIMITS.uploadSide, { fit: 'cover', position: 'attention' })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(() => undefined)
  if (!photo) return OUTCOME.unreadable
  await new Promise((resolve) => process.stdout.write(photo, resolve))
  return OUTCOME.done
}

setPriority(NICE)
process.exitCode = await work()
