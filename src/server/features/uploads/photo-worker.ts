import { buffer } from 'node:stream/consumers'
import { LIMITS } from '#shared/limits.ts'
import { decode, hasTooManyPixels, prepareDecoding, readHeader } from '../../files/decoding.ts'
import { OUTCOME } from './photo-outcome.ts'

const TIMEOUT_SECONDS = 10
const QUALITY = 82

/** Reads an image from the input and writes the portrait to the output; answers the exit code. */
async function work(): Promise<number> {
  const file = await buffer(process.stdin)
  const metadata = await readHeader(file)
  if (!metadata) return OUTCOME.notAnImage
  if (hasTooManyPixels(metadata)) return OUTCOME.tooManyPixels
  const photo = await decode(file)
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

prepareDecoding(['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'])
process.exitCode = await work()
