import type { AdminUser, ChangeUser } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { assignPlan, auditOfGift } from '../subscriptions/assigned-plans.queries.ts'
import { getUser } from './users.queries.ts'

/**
 * Changes a user's account, role and plan in one transaction.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR for an unknown plan; CONFLICT for the caller's own role and
 * the last administrator's.
 */
export function changeUser(
  { auth }: Pick<Deps, 'auth'>,
  {
    origin,
    headers,
    userId,
    changes,
  }: { origin: AuditOrigin; headers: Headers; userId: string; changes: ChangeUser },
): Promise<AdminUser> {
  const { role, planId, planUntil, ...profile } = changes
  return auth.admin.atomically(async (db) => {
    const before = await getUser(db, { userId })
    if (Object.keys(profile).length > 0) await auth.admin.updateUser(headers, userId, profile)
    if (planId !== undefined) {
      const given = await assignPlan(db, { userId, planId, until: planUntil, actorId: origin.actor.id })
      const subject = { id: userId, name: before.name }
      if (given) await auth.admin.audit({ origin, subject, ...auditOfGift(given), details: { planId } })
    }
    // Last, because it ends the user's sessions.
    if (role !== undefined && role !== before.role) await auth.admin.setRole(headers, userId, role)
    return getUser(db, { userId })
  })
}
