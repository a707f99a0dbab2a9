import { randomBytes } from 'node:crypto'
import type { Upload } from '#shared/contract/uploads.ts'
import { uploads } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { makePhoto, type PhotoShape } from './photo.ts'
import { deleteUploads } from './uploads.queries.ts'

type Image = { file: Uint8Array; shape?: PhotoShape }

/**
 * Stores an image of the installation, without quota, as {@link makePhoto} makes it. It is deleted unless
 * something uses it within a day.
 * @throws {AppError} for a refused image or an unavailable store.
 */
export async function addHouseUpload(
  { db, files, env }: Pick<Deps, 'db' | 'files' | 'env'>,
  { file, shape }: Image,
): Promise<Upload> {
  const key = `${randomBytes(16).toString('hex')}.webp`
  const photo = await makePhoto(file, shape)
  // The row comes first, so that a crash never leaves a file without a row.
  await db.insert(uploads).values({ userId: null, key, bytes: photo.length })
  try {
    await files.write(key, photo)
  } catch (error) {
    await deleteUploads(db, { keys: [key] })
    throw error
  }
  return { url: `${env.appUrl}/uploads/${key}` }
}

/** The same image, not stored. @throws {AppError} for a refused image. */
export const previewHouseUpload = ({ file, shape }: Image): Promise<Uint8Array> => makePhoto(file, shape)
