import { randomBytes } from 'node:crypto'
import type { Upload } from '#shared/contract/uploads.ts'
import { uploads } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { makePhoto, type PhotoShape } from './photo.ts'
import { deleteUploads } from './uploads.queries.ts'

type Image = { file: Uint8Array; shape?: PhotoShape }

/**
 * Stores an image that belongs to the house, and to nobody's quota, as {@link makePhoto} makes it. What comes to show it
 * within a day keeps it.
 * @throws {AppError} for an image that is refused, or a store that can't take it.
 */
export async function addHouseUpload(
  { db, files, env }: Pick<Deps, 'db' | 'files' | 'env'>,
  { file, shape }: Image,
): Promise<Upload> {
  const key = `${randomBytes(16).toString('hex')}.webp`
  const photo = await makePhoto(file, shape)
  // The row first, so that no crash leaves a file that no row knows.
  await db.insert(uploads).values({ userId: null, key, bytes: photo.length })
  try {
    await files.write(key, photo)
  } catch (error) {
    await deleteUploads(db, { keys: [key] })
    throw error
  }
  return { url: `${env.appUrl}/uploads/${key}` }
}

/** The same image, kept nowhere. @throws {AppError} for an image that is refused. */
export const previewHouseUpload = ({ file, shape }: Image): Promise<Uint8Array> => makePhoto(file, shape)
