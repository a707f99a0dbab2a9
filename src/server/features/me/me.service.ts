import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { listAttachmentKeys } from '../attachments/attachments.queries.ts'
import { listSourceKeys } from '../collections/sources.queries.ts'
import { listUploadKeys } from '../uploads/uploads.queries.ts'
import { readAccount } from './export.queries.ts'
import { readAdministration } from './export-administration.queries.ts'
import { exportEntries } from './export-entries.ts'
import type { ExportEntry } from './export-lines.ts'
import { listRunningReplies } from './me.queries.ts'

/**
 * Stops a user's activity and deletes their files before the account is deleted. Database rows go last: if
 * this fails, the account is intact and the deletion can be repeated.
 */
export async function prepareAccountDeletion(
  { db, files, runs }: Pick<Deps, 'db' | 'files' | 'runs'>,
  { userId }: { userId: string },
): Promise<void> {
  const replies = await listRunningReplies(db, { userId })
  await Promise.all(replies.map((id) => runs.stop(id)))
  const [uploads, attachments, sources] = [
    await listUploadKeys(db, { userId }),
    await listAttachmentKeys(db, { userId }),
    await listSourceKeys(db, { userId }),
  ]
  await files.remove([...uploads, ...attachments, ...sources])
}

const exporting = new Set<string>()

/**
 * Opens the data export; one at a time per user, until the signal aborts.
 * @throws {AppError} RATE_LIMITED while another one runs in this process.
 */
export async function openExport(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { userId, signal }: { userId: string; signal: AbortSignal },
): Promise<AsyncIterable<ExportEntry>> {
  if (exporting.has(userId)) {
    throw new AppError(
      'RATE_LIMITED',
      'Uma cópia dos seus dados já está sendo baixada. Espere ela terminar.',
      {
        retryAfter: 30,
      },
    )
  }
  exporting.add(userId)
  signal.addEventListener('abort', () => exporting.delete(userId), { once: true })
  // Read before the first byte, while an error can still be reported.
  const account = { ...(await readAccount(db, { userId })), ...(await readAdministration(db, { userId })) }
  return exportEntries({ db, files }, { userId, account, signal })
}
