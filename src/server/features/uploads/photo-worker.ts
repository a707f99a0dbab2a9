import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { decode, hasTooManyPixels, prepareDecoding, readHeader } from '../../files/image-decoding.ts'
import { drop } from '../../files/worker-permissions.ts'
import type { PhotoShape } from './photo.ts'
import { OUTCOME } from './photo-exit-codes.ts'

const TIMEOUT_SECONDS = 10
const QUALITY = 82
/** Thumbnails are 16:9. The crop removes letterbox bars, and `RIM` their blurred edge. */
const FILM = { width: 640, height: 360 }
const RIM = { left: 16, top: 9 }

/** How an image is cropped for each shape. */
const SHAPES: Record<PhotoShape, (image: Sharp) => Sharp> = {
  square: (image) =>
    image.resize(SERVER_LIMITS.uploadSide, SERVER_LIMITS.uploadSide, { fit: 'cover', position: 'attention' }),
  wide: (image) =>
    image
      .resize(FILM.width + 2 * RIM.left, FILM.height + 2 * RIM.top, { fit: 'cover' })
      .extract({ ...FILM, ...RIM }),
  icon: (image) => image.resize(192, 192, { fit: 'cover' }),
  'large-icon': (image) => image.resize(512, 512, { fit: 'cover' }),
}

const isShape = (text: string | undefined): text is PhotoShape => text !== undefined && text in SHAPES

/** Reads an image from stdin and writes the portrait to stdout. Returns the exit code. */
async function work(): Promise<number> {
  const file = await buffer(process.stdin)
  const metadata = await readHeader(file)
  if (!metadata) return OUTCOME.notAnImage
  if (hasTooManyPixels(metadata)) return OUTCOME.tooManyPixels
  const upright = decode(file).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient()
  const [, , asked] = process.argv
  const shape = isShape(asked) ? asked : 'square'
  const shaped = SHAPES[shape](upright)
  const photo = await (shape.endsWith('icon') ? shaped.png() : shaped.webp({ quality: QUALITY }))
    .toBuffer()
    .catch(() => undefined)
  if (!photo) return OUTCOME.unreadable
  await new Promise((resolve) => process.stdout.write(photo, resolve))
  return OUTCOME.done
}

drop('fs.read', 'addon')
prepareDecoding(['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'])
process.exitCode = await work()
