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

/** A portrait that ships with the project, in `public/agents`. */
const BUNDLED_PHOTO = /^\/agents\/[a-z0-9-]{1,60}\.svg$/

export const isBundledPhoto = (address: string): boolean => BUNDLED_PHOTO.test(address)

/** Where an agent's photo is on this very site; null for any other address, which no page shows. */
export const photoPath = (address: string | null | undefined): string | null =>
  address && isBundledPhoto(address) ? address : uploadPath(address)

/** Whether an agent's photo may be told by this address: a picture of this site, or one of the web by https, without a name or password. */
export function isPhotoUrl(address: string): boolean {
  if (photoPath(address) !== null) return true
  if (!/^https:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
