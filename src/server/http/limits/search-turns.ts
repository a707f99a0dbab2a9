import { AppError, isCanceled } from '../errors.ts'
import { PersonSlots } from './person-slots.ts'

/** A search has several statements, each of which may take three seconds. */
const MOST_MS = 6_000
/** Longer than the longest search, so that each person's turn comes. */
const PATIENCE_MS = 7_000
const RETRY_AFTER_SECONDS = 2

const turns = new PersonSlots({
  ...{ atOnce: 1, total: 2, waiting: 3, patienceMs: PATIENCE_MS },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Há buscas demais de uma vez. Espere uns segundos e procure de novo.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})

const tooSlow = () =>
  new AppError(
    'UNAVAILABLE',
    'Esta busca demorou demais. Tente de novo com mais palavras, ou com palavras mais longas.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )

/**
 * Runs a search of long texts in the user's turn: one at a time per user, two in this process, each for at most six
 * seconds. A few wait; the abort of the signal ends the wait. `search` gets a signal that also ends with the time.
 * @throws {AppError} RATE_LIMITED beyond those that may wait; UNAVAILABLE for a search that takes too long.
 */
export async function inSearchTurn<Found>(
  { userId, signal }: { userId: string; signal: AbortSignal },
  search: (signal: AbortSignal) => Promise<Found>,
): Promise<Found> {
  await turns.enter(userId, () => signal)
  const time = AbortSignal.timeout(MOST_MS)
  try {
    return await search(AbortSignal.any([signal, time]))
  } catch (error) {
    throw isCanceled(error) || time.aborted ? tooSlow() : error
  } finally {
    turns.leave(userId)
  }
}
