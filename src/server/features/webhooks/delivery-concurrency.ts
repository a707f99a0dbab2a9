import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'

/** At most these of the pool's twenty connections, so that a slow provider leaves the others free. */
const MAX_RUNNING = 4
/** Enough for the purchases of a launch; senders would time out before later ones are processed. */
const MAX_WAITING = 200

const queueIsFull = () =>
  new AppError('UNAVAILABLE', 'Há muitos eventos sendo processados agora. Envie de novo em instantes.', {
    retryAfter: 30,
  })

/**
 * Limits work that holds a database connection while a provider is asked: a few at once, the others in FIFO
 * order.
 * @throws {AppError} UNAVAILABLE when the queue is full.
 */
export function createDeliveryLimit(): <T>(work: () => Promise<T>) => Promise<T> {
  const enqueue = limitConcurrency(MAX_RUNNING)
  let taken = 0
  return async (work) => {
    if (taken === MAX_RUNNING + MAX_WAITING) throw queueIsFull()
    taken += 1
    try {
      return await enqueue(work)
    } finally {
      taken -= 1
    }
  }
}
