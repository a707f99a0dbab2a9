import type { Db } from '../../db/connect.ts'
import { forgetInvitations, purgeInvitations } from '../invitations/invitations.queries.ts'
import { forgetImportedRows, purgeImports } from './people-imports.queries.ts'

/** Deletes what invitations and imports store about an account's address, with the account. */
export async function forgetAddedPerson(tx: Db, of: { userId: string }): Promise<void> {
  await forgetInvitations(tx, of)
  await forgetImportedRows(tx, of)
}

/** Deletes old invitations and imports. */
export async function purgeAddedPeople(db: Db): Promise<void> {
  await purgeInvitations(db)
  await purgeImports(db)
}
