import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { assignPlan, auditOfGift } from '../subscriptions/assigned-plans.queries.ts'
import {
  type ActionFacts,
  cancelAction,
  endAction,
  isActionRunning,
  isAdministrator,
  lockPending,
  lockRunningAction,
  type Outcome,
  type SelectedUser,
  storeOutcomes,
} from './people-actions.queries.ts'
import { restoreAccount, suspendAccount } from './suspensions.queries.ts'

type Parts = Pick<Deps, 'auth'>

/** Accounts per transaction. */
const BATCH = 100

/**
 * Changes the next accounts of the running action in one transaction, which also marks them as done: none is
 * forgotten or changed twice, whichever process dies. False when there is nothing to do, or another instance
 * does it.
 */
export function workActionBatch(parts: Parts): Promise<boolean> {
  return parts.auth.admin.atomically(async (tx) => {
    const action = await lockRunningAction(tx)
    if (!action) return false
    const { id: actionId, startedBy } = action
    if (!(await isAdministrator(tx, { userId: startedBy }))) {
      await cancelAction(tx, { actionId })
      return false
    }
    const people = await lockPending(tx, { action, limit: BATCH })
    if (people.length === 0) {
      await endAction(tx, { actionId })
      return false
    }
    const outcomes: Outcome[] = []
    for (const user of people) outcomes.push(await work(parts, tx, { action, user }))
    await storeOutcomes(tx, { actionId, outcomes })
    return true
  })
}

type Work = { action: ActionFacts; user: SelectedUser }

function problemOf({ action, user }: Work): string | undefined {
  if (user.id === action.startedBy) return 'A própria conta fica de fora'
  if (action.kind === 'suspend' && user.role === 'admin') return 'Quem administra só é suspenso um por um'
  return user.isSelected ? undefined : 'Saiu do filtro antes da sua vez'
}

async function work(parts: Parts, tx: Db, { action, user }: Work): Promise<Outcome> {
  const { id: userId } = user
  const problem = problemOf({ action, user })
  if (problem) return { userId, problem }
  try {
    const isChanged = await change(parts, tx, { action, user })
    return { userId, result: isChanged ? 'changed' : 'unchanged' }
  } catch (error) {
    // A refusal comes before any write; another error rolls the batch back.
    if (error instanceof AppError) return { userId, problem: error.message }
    throw error
  }
}

async function change({ auth }: Parts, tx: Db, { action, user }: Work): Promise<boolean> {
  const actor = { id: action.startedBy, name: action.startedByName }
  const origin = { actor, ipAddress: null, userAgent: null }
  const by = { origin, details: { peopleAction: action.id } }
  const { banReason, banExpires } = action
  if (action.kind === 'suspend') return suspendAccount(tx, user, { banReason, banExpires }, by)
  if (action.kind === 'restore') return restoreAccount(tx, user, by)
  const gift = { planId: action.planId, until: action.planUntil }
  const given = await assignPlan(tx, { userId: user.id, ...gift, actorId: action.startedBy })
  if (given) await auth.admin.audit({ ...by, subject: user, ...auditOfGift(given) })
  return given !== undefined
}

/** Actions on many accounts, for the job that works batches. */
export const PEOPLE_ACTIONS = {
  name: 'action on many accounts',
  isRunning: isActionRunning,
  workBatch: workActionBatch,
}
