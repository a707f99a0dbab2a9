import { isBundledPhoto, uploadPath } from '#shared/upload-addresses.ts'
import type { Db } from '../../db/connect.ts'
import { seedAgents } from '../../db/seed/agents.ts'
import type { Deps } from '../../deps.ts'
import { admitUpload, withFileInMemory } from '../../files/arriving.ts'
import { RemoteError } from '../../files/remote-fetch.ts'
import { AppError } from '../../http/errors.ts'
import { addHouseUpload } from '../uploads/installation-uploads.queries.ts'
import { adoptUpload, isProfilePhoto } from '../uploads/uploads.queries.ts'

export type PhotoParts = Pick<Deps, 'db' | 'env' | 'files' | 'fetchRemoteImage'>

/**
 * A photo for an agent. `keep` stores it as the installation's file, in the caller's transaction, and returns
 * its address.
 */
export type TakenPhoto = { keep(tx: Db): Promise<string | null> }

const INVALID = 'Invalid photo URL'
const UNREACHABLE = 'Não conseguimos buscar uma foto neste endereço.'
const TOO_LARGE = 'A imagem deste endereço é grande demais.'

const refusal = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { photoUrl: text } })

const kept = (address: string | null): TakenPhoto => ({ keep: async () => address })

type Wanted = {
  photoUrl: string | null
  /** The administrator, whose own uploads may be used. */
  userId: string
  signal?: AbortSignal | undefined
}

/**
 * Resolves a photo address. Uploads of the administrator or the installation are used as they are; a web
 * address is fetched now and stored.
 * @throws {AppError} VALIDATION_ERROR for any other address, or one without an image.
 */
export async function takePhoto(
  parts: PhotoParts,
  { photoUrl, userId, signal }: Wanted,
): Promise<TakenPhoto> {
  if (photoUrl === null) return kept(null)
  if (isBundledPhoto(photoUrl)) {
    if (seedAgents.some((agent) => agent.photoUrl === photoUrl)) return kept(photoUrl)
    throw refusal(INVALID)
  }
  const path = isOwnOrigin(parts, photoUrl) ? uploadPath(photoUrl) : null
  if (path !== null) return takeUpload(parts, { key: path.slice('/uploads/'.length), userId })
  const { url } = await takeIntoMemory(userId, () => fetchPhoto(parts, photoUrl, signal))
  return kept(url)
}

/** Stores the photo of an imported agent file. @throws {AppError} VALIDATION_ERROR */
export async function takePhotoFile(
  parts: PhotoParts,
  userId: string,
  file: Uint8Array,
): Promise<TakenPhoto> {
  const { url } = await takeIntoMemory(userId, () => addHouseUpload(parts, { file }).catch(throwAsFieldError))
  return kept(url)
}

/** Counts the photo as an upload of the administrator; no byte of it waits on the disk. */
const takeIntoMemory = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  admitUpload(userId, 0, () => withFileInMemory(work))

const isOwnOrigin = ({ env }: PhotoParts, address: string) =>
  [env.appUrl, ...env.origins].includes(new URL(address).origin)

async function takeUpload(
  { db, env, files, ...parts }: PhotoParts,
  { key, userId }: { key: string; userId: string },
): Promise<TakenPhoto> {
  // The administrator's profile photo stays theirs; the agent gets a copy.
  if (await isProfilePhoto(db, { key, userId })) {
    const file = await files.read(key)
    if (!file) throw refusal(INVALID)
    return kept((await addHouseUpload({ db, env, files, ...parts }, { file })).url)
  }
  return {
    async keep(tx) {
      if (!(await adoptUpload(tx, { key, userId }))) throw refusal(INVALID)
      return `${env.appUrl}/uploads/${key}`
    },
  }
}

async function fetchPhoto(parts: PhotoParts, address: string, signal: AbortSignal | undefined) {
  const file = await parts.fetchRemoteImage(address, signal ? { signal } : {}).catch((error) => {
    if (!(error instanceof RemoteError)) throw error
    if (error.reason === 'too-large') throw refusal(TOO_LARGE)
    throw refusal(error.reason === 'refused' ? INVALID : UNREACHABLE)
  })
  return addHouseUpload(parts, { file }).catch(throwAsFieldError)
}

/** Reports an image error on the field of the address. */
function throwAsFieldError(error: unknown): never {
  const isOfImage =
    error instanceof AppError &&
    (error.code === 'UNSUPPORTED_MEDIA_TYPE' || error.code === 'PAYLOAD_TOO_LARGE')
  const isDamaged = error instanceof AppError && error.code === 'VALIDATION_ERROR'
  throw isOfImage || isDamaged ? refusal(error.message) : error
}
