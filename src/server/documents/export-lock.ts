import { AppError } from '../http/errors.ts'
import { PersonSlots } from '../http/limits/person-slots.ts'

const exports = new PersonSlots({
  ...{ atOnce: 1, waiting: 0, patienceMs: 0 },
  refusal: () => new AppError('RATE_LIMITED', 'Espere o arquivo anterior ficar pronto.', { retryAfter: 5 }),
})

/**
 * Runs one export per user at a time.
 * @throws {AppError} RATE_LIMITED while another one runs in this process.
 */
export async function withExportLock<T>(userId: string, make: () => Promise<T>): Promise<T> {
  exports.enter(userId)
  try {
    return await make()
  } finally {
    exports.leave(userId)
  }
}
