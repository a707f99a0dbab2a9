import type { CurrentUser } from '#shared/contract/auth.ts'
import type { OwnKey } from '../../ai/reply.ts'
import type { Deps } from '../../deps.ts'
import { isBilled, returnMessage } from '../../runs/refunds.queries.ts'
import { reserveMessage, tryToReserve } from './quota.queries.ts'

type Parts = Pick<Deps, 'budget' | 'db' | 'log'>

/** A paid call: the key that makes it, and the return of its message after a failure without text. */
export type PaidMessage = {
  credential: OwnKey | undefined
  giveBack: (error: unknown) => Promise<void>
}

/**
 * A call that is not a reply costs a message of the month, like a reply, unless the user's own key or an impersonator
 * makes it. A fallback to the installation's key costs it too. Call within the budget's `hold`.
 * @throws {AppError} QUOTA_EXCEEDED; RATE_LIMITED when the day's messages are used up.
 */
export async function payForMessage(
  { budget, db, log }: Parts,
  user: CurrentUser,
  ownKey: OwnKey | undefined,
): Promise<PaidMessage> {
  const userId = user.id
  let paid = ownKey || user.impersonator ? undefined : await reserveMessage(db, { userId })
  const onFallback = async () => {
    const reserve = () => tryToReserve(db, { userId })
    const reserved = budget.hold({ isHouse: true, isBudgeted: true }, reserve)
    paid = await reserved.catch((error) => {
      log.warn({ err: error }, 'no message could be reserved for a call')
      return undefined
    })
    return paid !== undefined
  }
  return {
    credential: ownKey && { ...ownKey, onFallback },
    giveBack: async (error: unknown) => {
      if (paid) await returnMessage(db, { userId, ...paid, isBilled: isBilled(error) })
    },
  }
}
