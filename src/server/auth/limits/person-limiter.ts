import { AppError } from '../../http/errors.ts'
import { addressLimiter } from './address-limiter.ts'
import type { LimitStore } from './limit-store.ts'

type Calls = { name: string; userId: string; window: number; max: number }

/** Counts a call as {@link limitCalls} does, and says whether it may be made. */
export const countCall = (store: LimitStore, { name, userId, ...rule }: Calls) =>
  addressLimiter(store).consume(`${name}|${userId}`, rule)

/**
 * Counts a call of a user, over all instances: `max` calls in a window of `window` seconds that starts with the first.
 * @throws {AppError} RATE_LIMITED above it, with the rest of the window.
 */
export async function limitCalls(store: LimitStore, calls: Calls): Promise<void> {
  const { allowed, retryAfter } = await countCall(store, calls)
  if (allowed) return
  throw new AppError('RATE_LIMITED', 'Muitas tentativas seguidas. Espere um pouco e tente de novo.', {
    retryAfter: retryAfter ?? calls.window,
  })
}
