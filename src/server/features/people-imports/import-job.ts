import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { changeInvitation, createInvitations } from '../invitations/invitations.queries.ts'
import { assignPlan, auditOfGift } from '../subscriptions/assigned-plans.queries.ts'
import {
  endImport,
  type ImportFacts,
  isImportRunning,
  lockRunning,
  type PlannedRow,
  readPending,
  storePlanned,
} from './people-imports.queries.ts'
import { type Planned, planRows } from './plan-rows.ts'

/** Rows per transaction; a second of work, which a process that dies leaves undone. */
const BATCH = 100

/**
 * Works the next rows of the running import in one transaction, which also marks them as done: a row is neither
 * lost nor repeated, whichever process dies. False when there is nothing to do, or another instance does it.
 */
export function workBatch({ auth }: Pick<Deps, 'auth'>): Promise<boolean> {
  return auth.admin.atomically(async (tx) => {
    const running = await lockRunning(tx)
    if (!running) return false
    const { id: importId } = running
    const rows = await readPending(tx, { importId, limit: BATCH })
    if (rows.length === 0) {
      await endImport(tx, { importId })
      return false
    }
    // Again: since the preview, people may have signed up or changed their plans.
    const planned = await planRows(tx, rows)
    const worked = rows.map((row) => ({ row, ...planned(row) }))
    await inviteAll(tx, running, worked)
    for (const { row, result, account } of worked) {
      if (result === 'change-invitation') await changeInvitation(tx, { email: row.email, ...giftOf(row) })
      if (result === 'change-plan' && account) await givePlan({ auth }, tx, { running, row, account })
    }
    const done = worked.map(({ row, result }) => ({ ...row, result }))
    await storePlanned(tx, { importId, rows: done, isDone: true })
    return true
  })
}

const giftOf = ({ planId, planUntil }: PlannedRow) => ({ planId, planUntil })

type Worked = Planned & { row: PlannedRow }

async function inviteAll(tx: Db, { startedBy, sendsMail }: ImportFacts, worked: Worked[]): Promise<void> {
  const made = worked
    .filter(({ result }) => result === 'invite' || result === 'confirm')
    .map(({ row }) => ({
      ...{ email: row.email, name: row.name, ...giftOf(row) },
      ...{ createdBy: startedBy, isByHand: false, isMailed: sendsMail },
    }))
  await createInvitations(tx, made)
}

type Giving = { running: ImportFacts; row: PlannedRow; account: { id: string; name: string } }

async function givePlan(
  { auth }: Pick<Deps, 'auth'>,
  tx: Db,
  { running, row, account }: Giving,
): Promise<void> {
  const { startedBy, startedByName, fileName } = running
  const gift = { planId: row.planId, until: row.planUntil }
  const given = await assignPlan(tx, { userId: account.id, ...gift, actorId: startedBy })
  if (!given) return
  const origin = {
    actor: { id: startedBy, name: startedByName ?? '' },
    ipAddress: null,
    userAgent: null,
  }
  const subject = { id: account.id, name: account.name }
  await auth.admin.audit({ origin, subject, ...auditOfGift(given), details: { importedFrom: fileName } })
}

/** Imports of people, for the job that works batches. */
export const PEOPLE_IMPORTS = {
  name: 'import of people',
  isRunning: isImportRunning,
  workBatch,
}
