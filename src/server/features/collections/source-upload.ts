import type { ErrorCode } from '#shared/envelope.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { AppError } from '../../http/errors.ts'

export const SOURCE_MEGABYTES = COLLECTION_LIMITS.sourceBytes / 1024 / 1024

/** How the body of a sent source is read. */
export const SOURCE_FILE = {
  maxBytes: COLLECTION_LIMITS.sourceBytes,
  notAForm: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie um arquivo.'),
  tooLarge: () =>
    new AppError(
      'PAYLOAD_TOO_LARGE',
      `O arquivo passa de ${SOURCE_MEGABYTES} MB. Divida em arquivos menores.`,
    ),
  noFile: 'Escolha um arquivo',
  tooMany: 'Envie um arquivo de cada vez',
}

/** Errors of every call that adds a source. */
export const ADDING: ErrorCode[] = ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED']
