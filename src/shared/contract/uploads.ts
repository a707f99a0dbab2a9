import * as mini from 'zod/mini'

/** Answer of `POST /api/v1/uploads`: the image's address, absolute on APP_URL. */
export const Upload = mini.object({ url: mini.string() })
export type Upload = mini.infer<typeof Upload>

/** What every stored image is called: 128 random bits, since whoever knows the name may see it. */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.webp$/
const UPLOAD_URL = /^https?:\/\/[^\s/?#@\\]+(\/uploads\/[0-9a-f]{32}\.webp)$/

/** Whether an address looks like an image that was uploaded here; whose it is, the server knows. */
export const isUploadUrl = (address: string): boolean => UPLOAD_URL.test(address)

/** The path of an uploaded image on this very site, whatever address it was stored with; null for any other address. */
export const uploadPath = (address: string | null | undefined): string | null =>
  UPLOAD_URL.exec(address ?? '')?.[1] ?? null
