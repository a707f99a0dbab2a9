import { randomBytes } from 'node:crypto'
import type { Upload } from '#shared/contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import { makePhoto } from './photo.ts'
import {
  accountGone,
  confirmUpload,
  deleteUploads,
  listUnusedUploads,
  reserveUpload,
} from './uploads.queries.ts'

const SWEEP_INTERVAL_MS = 60 * 60_000

/**
 * Stores a user's image as {@link makePhoto} makes it, under an unguessable name.
 * @throws {AppError} for a refused image, the daily quota, or an unavailable store.
 */
export async function addUpload(
  { db, files, env }: Pick<Deps, 'db' | 'files' | 'env'>,
  { userId, file }: { userId: string; file: Uint8Array },
): Promise<Upload> {
  const key = `${randomBytes(16).toString('hex')}.webp`
  await reserveUpload(db, { userId, key })
  // A refused image counts as an attempt, which limits repeated decompression bombs.
  const photo = await makePhoto(file)
  try {
    await files.write(key, photo)
  } catch (error) {
    await deleteUploads(db, { keys: [key] })
    throw error
  }
  if (!(await confirmUpload(db, { key, bytes: photo.length }))) {
    await files.remove([key])
    throw accountGone()
  }
  return { url: `${env.appUrl}/uploads/${key}` }
}

/** Deletes unused files older than a day, such as replaced portraits. */
export async function sweepUploads({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  const keys = await listUnusedUploads(db)
  await files.remove(keys)
  await deleteUploads(db, { keys })
}

/** Runs all sweeps hourly until the returned function is called. */
export function startSweeping<Parts extends Pick<Deps, 'log'>>(
  deps: Parts,
  sweeps: ((deps: Parts) => Promise<void>)[],
): () => void {
  const timer = setInterval(() => {
    for (const sweep of sweeps) {
      sweep(deps).catch((error) => deps.log.warn({ err: error }, 'unused files could not be removed'))
    }
  }, SWEEP_INTERVAL_MS)
  return () => clearInterval(timer)
}
