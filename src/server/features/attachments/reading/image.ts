import {
  decode,
  fromPixels,
  hasTooManyPixels,
  prepareDecoding,
  readHeader,
} from '../../../files/image-decoding.ts'
import type { Reading, Refusal } from './outcome.ts'

/** Models downscale larger images, and text in a screenshot stays readable at this size. */
const LONG_SIDE = 2048
const QUALITY = 85

/**
 * Re-encodes an image upright and without metadata: as PNG if it has transparency, else as JPEG. Every model
 * and browser reads both.
 */
export async function readImage(file: Uint8Array): Promise<Reading | Refusal> {
  prepareDecoding([
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ])
  const metadata = await readHeader(file)
  if (!metadata) return isHeic(file) ? 'heic' : 'brokenImage'
  if (hasTooManyPixels(metadata)) return 'tooManyPixels'
  // Known only after decoding: AVIF and HEIC share their header.
  const unreadable = metadata.format === 'heif' && metadata.compression !== 'av1' ? 'heic' : 'brokenImage'
  const small = await decode(file)
    .autoOrient()
    .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!small) return unreadable
  const { width, height, channels } = small.info
  const drawn = fromPixels(small.data, { width, height, channels })
  const isOpaque = !metadata.hasAlpha || (await drawn.clone().stats()).isOpaque
  const payload = await (isOpaque
    ? drawn.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    : drawn.png({ palette: true, quality: QUALITY })
  ).toBuffer()
  return { kind: 'image', mediaType: isOpaque ? 'image/jpeg' : 'image/png', isTruncated: false, payload }
}

const isHeic = (file: Uint8Array) =>
  /^ftyp(hei|hev|mif1|msf1)/.test(Buffer.from(file).toString('latin1', 4, 12))
