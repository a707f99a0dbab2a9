import { uploadPath } from '#shared/upload-addresses.ts'
import type { Files } from '../../files/files.ts'
import { previewHouseUpload } from '../uploads/installation-uploads.queries.ts'

type Side = 192 | 512

/** The logo as square PNGs, which home screens and mail programs show everywhere. Keeps those of the current logo. */
export function createHouseIcons(files: Pick<Files, 'read'>) {
  const made = new Map<string, Promise<Uint8Array | undefined>>()

  async function convert(path: string, side: Side): Promise<Uint8Array | undefined> {
    const file = await files.read(path.slice('/uploads/'.length))
    return (
      file && previewHouseUpload({ file: new Uint8Array(file), shape: side === 192 ? 'icon' : 'large-icon' })
    )
  }

  return {
    /** Undefined without a logo. @throws {AppError} when the store or the decoder is unavailable. */
    async make(logoUrl: string | null, side: Side): Promise<Uint8Array | undefined> {
      const path = uploadPath(logoUrl)
      if (path === null) return undefined
      for (const key of made.keys()) if (!key.startsWith(path)) made.delete(key)
      const key = `${path} ${side}`
      const icon = made.get(key) ?? convert(path, side)
      made.set(key, icon)
      // A failure is tried again with the next request.
      icon.catch(() => made.delete(key))
      return icon
    },
  }
}
