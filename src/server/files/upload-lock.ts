import { AppError } from '../http/errors.ts'

/** Each upload may hold a file of 10 MB and a copy of it in memory. */
const MAX_CONCURRENT = 8

const sending = new Set<string>()

/**
 * Runs an upload: one per user, and a few users at a time.
 * @throws {AppError} RATE_LIMITED for a second upload of the user, UNAVAILABLE when there are too many.
 */
export async function withUploadLock<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (sending.has(userId)) {
    throw new AppError('RATE_LIMITED', 'Espere o arquivo anterior terminar de ser enviado.', {
      retryAfter: 2,
    })
  }
  if (sending.size >= MAX_CONCURRENT) {
    throw new AppError(
      'UNAVAILABLE',
      'Há muitos arquivos sendo enviados agora. Tente de novo em instantes.',
      { retryAfter: 5 },
    )
  }
  sending.add(userId)
  try {
    return await work()
  } finally {
    sending.delete(userId)
  }
}
