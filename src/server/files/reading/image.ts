import { decode, fromPixels, hasTooManyPixels, prepareDecoding, readHeader } from '../image-decoding.ts'
import type { Reading, Refusal } from './outcome.ts'
import { isHeif } from './sniff.ts'

/** Models downscale larger images, and text in a screenshot stays readable at this size. */
const LONG_SIDE = 2048
const QUALITY = 85

type HeicDecoder = typeof import('heic-decode').default

/** The reader of images, with the decoder of HEIC for files that may need it: sharp has none. */
export async function imageReader(file: Buffer) {
  const decodeHeic = isHeif(file) ? (await import('heic-decode')).default : undefined
  return () => readImage(file, decodeHeic)
}

/**
 * Re-encodes an image upright and without metadata: as PNG if it has transparency, else as JPEG. Every model
 * and browser reads both.
 */
async function readImage(file: Uint8Array, decodeHeic: HeicDecoder | undefined): Promise<Reading | Refusal> {
  prepareDecoding([
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ])
  const metadata = await readHeader(file)
  if (!metadata) return decodeHeic ? 'heic' : 'brokenImage'
  if (hasTooManyPixels(metadata)) return 'tooManyPixels'
  // AVIF and HEIC share their container.
  const isHeic = metadata.format === 'heif' && metadata.compression !== 'av1'
  const upright = isHeic ? await fromHeic(file, decodeHeic) : decode(file).autoOrient()
  const small = await upright
    ?.resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!small) return isHeic ? 'heic' : 'brokenImage'
  const { width, height, channels } = small.info
  const drawn = fromPixels(small.data, { width, height, channels })
  const isOpaque = !metadata.hasAlpha || (await drawn.clone().stats()).isOpaque
  const payload = await (isOpaque
    ? drawn.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    : drawn.png({ palette: true, quality: QUALITY })
  ).toBuffer()
  return { kind: 'image', mediaType: isOpaque ? 'image/jpeg' : 'image/png', isTruncated: false, payload }
}

/** The pixels of a HEIC photo; undefined when it is damaged. */
async function fromHeic(file: Uint8Array, decodeHeic: HeicDecoder | undefined) {
  const found = await decodeHeic?.({ buffer: file }).catch(() => undefined)
  return found && fromPixels(found.data, { width: found.width, height: found.height, channels: 4 })
}
