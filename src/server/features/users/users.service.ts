import type { AdminUser, ChangeUser } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { assignPlan } from '../subscriptions/subscriptions.queries.ts'
import { getUser } from './users.queries.ts'

type Administrator = { id: string; name: string }

/**
 * Changes a person's account, role and plan: all that was asked for, or nothing.
 * @throws {AppError} NOT_FOUND; VALIDATION_ERROR for a plan that does not exist; CONFLICT for one's own role and the
 * last administrator's.
 */
export function changeUser(
  { auth }: Pick<Deps, 'auth'>,
  {
    actor,
    headers,
    userId,
    changes,
  }: { actor: Administrator; headers: Headers; userId: string; changes: ChangeUser },
): Promise<AdminUser> {
  const { role, planId, ...profile } = changes
  return auth.admin.atomically(async (db) => {
    const before = await getUser(db, { userId })
    if (Object.keys(profile).length > 0) await auth.admin.updateUser(headers, userId, profile)
    if (planId !== undefined) {
      const isNew = await assignPlan(db, { userId, planId })
      const subject = { id: userId, name: before.name }
      if (isNew) await auth.admin.audit({ actor, subject, action: 'user.set-plan', details: { planId } })
    }
    // Ends the person's sessions, so it comes last.
    if (role !== undefined && role !== before.role) await auth.admin.setRole(headers, userId, role)
    return getUser(db, { userId })
  })
}
