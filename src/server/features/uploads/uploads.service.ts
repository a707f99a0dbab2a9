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
 * Stores a person's image as {@link makePhoto} makes it, under a name that nobody can guess.
 * @throws {AppError} for an image that is refused, the day's quota, or a store that can't take it.
 */
export async function addUpload(
  { db, files, env }: Pick<Deps, 'db' | 'files' | 'env'>,
  { userId, file }: { userId: string; file: Uint8Array },
): Promise<Upload> {
  const key = `${randomBytes(16).toString('hex')}.webp`
  await reserveUpload(db, { userId, key })
  // An image that is refused here has cost a try: that is what bounds those who send bombs.
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

/** Removes files of more than a day that nothing shows, as a portrait that was replaced. */
export async function sweepUploads({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  const keys = await listUnusedUploads(db)
  await files.remove(keys)
  await deleteUploads(db, { keys })
}

/** Removes what is of no use any more, by all these ways, every hour until the returned function is called. */
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
