import { limitConcurrency } from '../../auth/passwords/hashing.ts'
import { AppError } from '../../http/errors.ts'

/** Of the pool's twenty connections, so that a slow provider leaves the others free. */
const AT_ONCE = 4
/** Enough for the purchases of a launch; senders would time out before later ones are processed. */
const WAITING_MAX = 200

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Há muitos eventos sendo processados agora. Envie de novo em instantes.', {
    retryAfter: 30,
  })

/**
 * Limits work that holds a database connection while a provider is asked: a few at once, the others in FIFO
 * order.
 * @throws {AppError} UNAVAILABLE when the queue is full.
 */
export function createDeliveryLimit(): <T>(work: () => Promise<T>) => Promise<T> {
  const takingTurns = limitConcurrency(AT_ONCE)
  let taken = 0
  return async (work) => {
    if (taken === AT_ONCE + WAITING_MAX) throw tooMany()
    taken += 1
    try {
      return await takingTurns(work)
    } finally {
      taken -= 1
    }
  }
}
