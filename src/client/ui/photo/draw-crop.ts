import { type Crop, sideOf } from './crop-geometry.ts'

/** Pixels; more than any screen shows. The server resizes it. */
const SENT_SIDE = 1024
const SENT_TYPE = 'image/jpeg'
const SENT_QUALITY = 0.92
/** SVG can be drawn, but may contain scripts. */
const REFUSED = /svg/

/** Decodes a file, with its EXIF orientation applied; undefined when the browser cannot, or for a refused type. */
export async function openPicture(file: File): Promise<ImageBitmap | undefined> {
  if (REFUSED.test(file.type)) return undefined
  return createImageBitmap(file).catch(() => undefined)
}

/** Draws the square of a crop so that it fills the canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = sideOf(picture, crop.zoom)
  const { width, height } = canvas
  // JPEG has no transparency, which would be black.
  context.fillStyle = '#fffcf5'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, width, height)
}

/** The square as a JPEG, at most 1024 px wide. @throws when the browser cannot encode one. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(SENT_SIDE, Math.round(sideOf(picture, crop.zoom))))
  canvas.height = canvas.width
  drawCrop(canvas, picture, crop)
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, SENT_TYPE, SENT_QUALITY))
  if (!photo) throw new Error('this browser writes no pictures')
  return photo
}
