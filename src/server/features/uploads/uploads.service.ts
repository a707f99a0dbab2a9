import { randomBytes } from 'node:crypto'
import type { Upload } from '#shared/contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { makePhoto } from './photo.ts'
import {
  accountGone,
  confirmUpload,
  deleteUploads,
  listUnusedUploads,
  reserveUpload,
} from './uploads.queries.ts'

/** Each may hold an image of 5 MB, and a copy of it, while it is on the way. */
const AT_ONCE = 8
const SWEEP_INTERVAL_MS = 60 * 60_000

const sending = new Set<string>()

/**
 * Runs `work`, which takes a file in, for one of a few people at once, and for each of them only once at a time.
 * @throws {AppError} RATE_LIMITED for a second file of the same person, UNAVAILABLE when there are too many people.
 */
export async function oneUploadAtATime<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (sending.has(userId)) {
    throw new AppError('RATE_LIMITED', 'Espere a imagem anterior terminar de ser enviada.', { retryAfter: 2 })
  }
  if (sending.size >= AT_ONCE) {
    throw new AppError('UNAVAILABLE', 'Há muitas imagens sendo enviadas agora. Tente de novo em instantes.', {
      retryAfter: 5,
    })
  }
  sending.add(userId)
  try {
    return await work()
  } finally {
    sending.delete(userId)
  }
}

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

/** Does so every hour until the returned function is called. */
export function startSweeping(deps: Pick<Deps, 'db' | 'files' | 'log'>): () => void {
  const timer = setInterval(() => {
    sweepUploads(deps).catch((error) => deps.log.warn({ err: error }, 'unused uploads could not be removed'))
  }, SWEEP_INTERVAL_MS)
  return () => clearInterval(timer)
}
