/** Name of a stored image: 128 random bits, because the name is the only protection. */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.webp$/
const UPLOAD_URL = /^https?:\/\/[^\s/?#@\\]+(\/uploads\/[0-9a-f]{32}\.webp)$/

/** Whether an address has the form of an uploaded image; the server checks the owner. */
export const isUploadUrl = (address: string): boolean => UPLOAD_URL.test(address)

/** The path of an uploaded image on this site, whatever its stored origin; null for any other address. */
export const uploadPath = (address: string | null | undefined): string | null =>
  UPLOAD_URL.exec(address ?? '')?.[1] ?? null

/** A portrait bundled with the project, in `public/agents`. */
const BUNDLED_PHOTO = /^\/agents\/[a-z0-9-]{1,60}\.svg$/

/** Whether an address is a portrait bundled with the project. */
export const isBundledPhoto = (address: string): boolean => BUNDLED_PHOTO.test(address)

/** The path of an agent's photo on this site; null for any other address, which no page shows. */
export const photoPath = (address: string | null | undefined): string | null =>
  address && isBundledPhoto(address) ? address : uploadPath(address)

/**
 * Whether an address is valid for an agent's photo: an image of this site, or an https address without
 * credentials.
 */
export function isPhotoUrl(address: string): boolean {
  if (photoPath(address) !== null) return true
  if (!/^https:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
