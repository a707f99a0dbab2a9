import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { listAttachmentKeys } from '../attachments/attachments.queries.ts'
import { listUploadKeys } from '../uploads/uploads.queries.ts'
import { readAccount } from './export.queries.ts'
import { exportEntries } from './export-entries.ts'
import type { ExportEntry } from './export-lines.ts'
import { listRunningReplies } from './me.queries.ts'

/**
 * Ends what goes on for a person whose account is about to be deleted, and removes their files. The rows that name
 * them go last: where this fails the account is still whole, and deleting it can be tried again.
 */
export async function prepareAccountDeletion(
  { db, files, runs }: Pick<Deps, 'db' | 'files' | 'runs'>,
  { userId }: { userId: string },
): Promise<void> {
  const replies = await listRunningReplies(db, { userId })
  await Promise.all(replies.map((id) => runs.stop(id)))
  const [uploads, attachments] = [
    await listUploadKeys(db, { userId }),
    await listAttachmentKeys(db, { userId }),
  ]
  await files.remove([...uploads, ...attachments])
}

const exporting = new Set<string>()

/**
 * Everything that is kept about a person, ready to be packed; one at a time for each of them. `end` is to be called when
 * it was taken, or given up.
 * @throws {AppError} RATE_LIMITED while another one is under way in this process.
 */
export async function openExport(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { userId }: { userId: string },
): Promise<{ entries: AsyncIterable<ExportEntry>; end: () => void }> {
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
  const end = () => void exporting.delete(userId)
  try {
    // Before the first byte, while a failure can still be told.
    const account = await readAccount(db, { userId })
    return { entries: exportEntries({ db, files }, { userId, account }), end }
  } catch (error) {
    end()
    throw error
  }
}
