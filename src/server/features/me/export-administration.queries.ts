import type { Impersonation } from '#shared/contract/impersonations.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { readOwnMails } from '../mail-choices/mail-choices.queries.ts'
import { listOwnNotes } from '../person-notes/person-notes.queries.ts'
import { listImpersonations } from './impersonations.queries.ts'

/** What administrators did and wrote about a user, beside the audit log. */
export async function readAdministration(db: Db, { userId }: { userId: string }) {
  const impersonations: Impersonation[] = []
  let cursor: string | undefined
  do {
    const page = await listImpersonations(db, { userId, cursor, limit: LIMITS.pageMax })
    impersonations.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return {
    impersonations,
    administratorNotes: await listOwnNotes(db, { userId }),
    mails: await readOwnMails(db, { userId }),
  }
}
