import { AppError } from '../http/errors.ts'

const exporting = new Set<string>()

/**
 * Runs one export per user at a time.
 * @throws {AppError} RATE_LIMITED while another one runs in this process.
 */
export async function withExportLock<T>(userId: string, make: () => Promise<T>): Promise<T> {
  if (exporting.has(userId)) {
    throw new AppError('RATE_LIMITED', 'Espere o arquivo anterior ficar pronto.', { retryAfter: 5 })
  }
  exporting.add(userId)
  try {
    return await make()
  } finally {
    exporting.delete(userId)
  }
}
