import { randomBytes } from 'node:crypto'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { Deps } from '../../deps.ts'
import type { SentFile } from '../../files/arriving.ts'
import { cleanName } from '../../files/file-name.ts'
import { readSentFile } from '../../files/reading/read-file.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { accountGone } from '../uploads/uploads.queries.ts'
import {
  confirmAttachment,
  deleteAttachments,
  discardAttachment,
  reserveAttachment,
  retireAttachments,
} from './attachments.queries.ts'

type Parts = Pick<Deps, 'db' | 'files'>

/**
 * Stores a user's file with its text: images re-encoded, other files unchanged.
 * @throws {AppError} for a refused file, the daily quota, or an unavailable store; nothing is stored then.
 */
export async function addAttachment(
  { db, files }: Parts,
  { userId, file }: { userId: string; file: SentFile },
): Promise<Attachment> {
  // Before the attempt is counted. The text in it comes on top, and is at most 60,000 characters.
  await requireStorage(db, { userId, bytes: file.bytes.length })
  // Unlike the keys of public files, so that the public route never serves it.
  const key = `${randomBytes(16).toString('hex')}.attachment`
  await reserveAttachment(db, { userId, key })
  // A refused file counts as an attempt, which limits repeated decompression bombs.
  const { kind, mediaType, isTruncated, payload } = await readSentFile(file.bytes)
  const isImage = kind === 'image'
  const kept = isImage ? payload : file.bytes
  try {
    await files.write(key, kept)
  } catch (error) {
    await deleteAttachments(db, { keys: [key] })
    throw error
  }
  const attachment = await confirmAttachment(db, {
    key,
    name: cleanName(file.name),
    kind,
    mediaType,
    bytes: kept.length,
    content: isImage ? null : Buffer.from(payload).toString(),
    isTruncated,
  })
  if (attachment) return attachment
  await files.remove([key])
  throw accountGone()
}

/**
 * Deletes an unused attachment.
 * @throws {AppError} NOT_FOUND; CONFLICT if a message or a remark has it.
 */
export async function removeAttachment(
  { db, files, log }: Parts & Pick<Deps, 'log'>,
  own: { userId: string; attachmentId: string },
): Promise<void> {
  const key = await discardAttachment(db, own)
  // The file is unreadable from here on; if the store is unavailable, the sweep deletes it later.
  await files.remove([key]).catch((error) => log.warn({ err: error }, 'a file could not be removed yet'))
}

/** Deletes files older than a day without a message or a remark: unsent, or of a deleted chat or document. */
export async function sweepAttachments({ db, files }: Parts): Promise<void> {
  for (let keys = await retireAttachments(db); keys.length > 0; keys = await retireAttachments(db)) {
    await files.remove(keys)
    await deleteAttachments(db, { keys })
  }
}
