import { randomBytes } from 'node:crypto'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { Deps } from '../../deps.ts'
import { cleanName } from '../../files/file-name.ts'
import type { SentFile } from '../../http/file-body.ts'
import { accountGone } from '../uploads/uploads.queries.ts'
import {
  confirmAttachment,
  deleteAttachments,
  discardAttachment,
  reserveAttachment,
  retireAttachments,
} from './attachments.queries.ts'
import { readSentFile } from './reading/read-file.ts'

type Parts = Pick<Deps, 'db' | 'files'>

/**
 * Keeps a person's file with what can be read in it: an image as it was drawn again, anything else as it was sent.
 * @throws {AppError} for a file that is refused, the day's quota, or a store that can't take it: nothing is kept then.
 */
export async function addAttachment(
  { db, files }: Parts,
  { userId, file }: { userId: string; file: SentFile },
): Promise<Attachment> {
  // Not a name of those that everybody may ask for.
  const key = `${randomBytes(16).toString('hex')}.attachment`
  await reserveAttachment(db, { userId, key })
  // A file that is refused here has cost a try: that is what bounds those who send bombs.
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
 * Removes an attachment that was not sent.
 * @throws {AppError} NOT_FOUND; CONFLICT once a message has it.
 */
export async function removeAttachment(
  { db, files, log }: Parts & Pick<Deps, 'log'>,
  own: { userId: string; attachmentId: string },
): Promise<void> {
  const key = await discardAttachment(db, own)
  // From here on nobody can read it; a store that is away now is asked again by the sweep.
  await files.remove([key]).catch((error) => log.warn({ err: error }, 'a file could not be removed yet'))
}

/** Removes files of more than a day that no message has: never sent, or of a chat that is gone. */
export async function sweepAttachments({ db, files }: Parts): Promise<void> {
  for (let keys = await retireAttachments(db); keys.length > 0; keys = await retireAttachments(db)) {
    await files.remove(keys)
    await deleteAttachments(db, { keys })
  }
}
