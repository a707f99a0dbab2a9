import { type Crop, sideOf } from './crop-geometry.ts'

/** More than any screen shows of a portrait; the server makes its own size of it. */
const SENT_SIDE = 1024
const SENT_TYPE = 'image/jpeg'
const SENT_QUALITY = 0.92
/** Kinds that would be drawn, but are a program rather than a photo. */
const REFUSED = /svg/

/** Opens a file as a picture, upright as the camera held it; undefined when the browser can't, or when it is no photo. */
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
  // What is transparent would be black in a JPEG.
  context.fillStyle = '#fffcf5'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, width, height)
}

/** The square as a file to send, at most 1024 px wide. @throws when the browser can't write one. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(SENT_SIDE, Math.round(sideOf(picture, crop.zoom))))
  canvas.height = canvas.width
  drawCrop(canvas, picture, crop)
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, SENT_TYPE, SENT_QUALITY))
  if (!photo) throw new Error('this browser writes no pictures')
  return photo
}
