import type { ExtraMessages, GiveExtraMessages } from '#shared/contract/extra-messages.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { getUser } from '../users/users.queries.ts'
import { getExtraMessages, giveExtraMessages, takeBackExtraMessages } from './extra-messages.queries.ts'

type Parts = Pick<Deps, 'db'>
type By = { userId: string; origin: AuditOrigin }

/** Gives extra messages to a user, once. @throws {AppError} NOT_FOUND, CONFLICT. */
export function giveExtra(
  { db }: Parts,
  { userId, origin, gift }: By & { gift: GiveExtraMessages },
): Promise<{ extra: ExtraMessages; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const { name } = await getUser(tx, { userId })
    const isNew = await giveExtraMessages(tx, { ...gift, userId, actorId: origin.actor.id })
    const extra = await getExtraMessages(tx, { userId, extraId: gift.id })
    const { given, endsAt, reason } = extra
    if (isNew) {
      const subject = { id: userId, name }
      await writeAudit(tx, { origin, action: 'user.give-extra', subject, after: { given, endsAt, reason } })
    }
    return { extra, isNew }
  })
}

/** Removes the rest of extra messages; repeating changes nothing. @throws {AppError} NOT_FOUND. */
export function takeBackExtra(
  { db }: Parts,
  { userId, extraId, origin }: By & { extraId: string },
): Promise<ExtraMessages> {
  return db.transaction(async (tx) => {
    const { name } = await getUser(tx, { userId })
    const isTaken = await takeBackExtraMessages(tx, { userId, extraId, actorId: origin.actor.id })
    const extra = await getExtraMessages(tx, { userId, extraId })
    const { given, used, reason } = extra
    if (isTaken) {
      const subject = { id: userId, name }
      const details = { given, used, removed: given - used, reason }
      await writeAudit(tx, { origin, action: 'user.take-back-extra', subject, details })
    }
    return extra
  })
}
