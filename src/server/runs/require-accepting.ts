import { AppError } from '../http/errors.ts'
import type { Runs } from './runs.ts'

const RETRY_AFTER_SECONDS = 5

/** @throws {AppError} UNAVAILABLE while the server shuts down. */
export function requireAccepting({ runs }: { runs: Pick<Runs, 'isAccepting'> }): void {
  if (runs.isAccepting) return
  throw new AppError('UNAVAILABLE', 'O servidor está reiniciando. Tente de novo em instantes.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
