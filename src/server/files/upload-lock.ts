import { AppError } from '../http/errors.ts'

/** Each may hold a file of 10 MB, and a copy of it, while it is on the way. */
const AT_ONCE = 8

const sending = new Set<string>()

/**
 * Runs `work`, which takes a file in, for one of a few people at once, and for each of them only once at a time.
 * @throws {AppError} RATE_LIMITED for a second file of the same person, UNAVAILABLE when there are too many people.
 */
export async function withUploadLock<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (sending.has(userId)) {
    throw new AppError('RATE_LIMITED', 'Espere o arquivo anterior terminar de ser enviado.', {
      retryAfter: 2,
    })
  }
  if (sending.size >= AT_ONCE) {
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
