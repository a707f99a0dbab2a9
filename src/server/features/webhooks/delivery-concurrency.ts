import { limitConcurrency } from '../../auth/passwords/hashing.ts'
import { AppError } from '../../http/errors.ts'

/** Of the twenty connections to the database: a provider that answers slowly takes the others from nobody. */
const AT_ONCE = 4
/** Enough for the purchases of a launch; more would have been given up by their sender before it is their turn. */
const WAITING_MAX = 200

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Há muitos eventos sendo processados agora. Envie de novo em instantes.', {
    retryAfter: 30,
  })

/**
 * Runs what holds a connection while a provider is asked: a few at once, the others in the order in which they came.
 * @throws {AppError} UNAVAILABLE when too many wait already.
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
