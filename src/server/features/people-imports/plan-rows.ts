import type { ImportResult } from '#shared/contract/people-imports.ts'
import type { Db } from '../../db/connect.ts'
import { findOpenInvitations } from '../invitations/invitations.queries.ts'
import { findAccounts } from '../invitations/invited-people.queries.ts'

type Wanted = { email: string; planId: string | null; planUntil: string | null }
type Account = Awaited<ReturnType<typeof findAccounts>>[number]
type OpenInvitation = Awaited<ReturnType<typeof findOpenInvitations>>[number]

export type Planned = { result: ImportResult; account: Account | undefined }

/**
 * What happens to these people now. A plan that somebody has by hand, or is invited to, with the same last day
 * changes nothing, so that the same file can come twice. A row without a plan takes nothing away.
 */
export async function planRows(db: Db, rows: Wanted[]): Promise<(row: Wanted) => Planned> {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const accounts = new Map((await findAccounts(db, { emails })).map((it) => [it.email, it]))
  const open = new Map((await findOpenInvitations(db, { emails })).map((it) => [it.email, it]))
  return (row) => {
    const account = accounts.get(row.email)
    return { result: resultOf(row, account, open.get(row.email)), account }
  }
}

function resultOf(row: Wanted, account: Account | undefined, open: OpenInvitation | undefined): ImportResult {
  if (account) {
    const has = account.givenPlanId === row.planId && account.givenUntil === row.planUntil
    if (row.planId === null || has) return 'account'
    if (account.emailVerified) return 'change-plan'
  }
  if (!open) return account ? 'confirm' : 'invite'
  const isSame = open.planId === row.planId && open.planUntil === row.planUntil
  return row.planId === null || isSame ? 'invited' : 'change-invitation'
}
