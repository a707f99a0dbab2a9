import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ERROR_STATUS, type ErrorCode, type Failure } from '#shared/envelope.ts'
import type { AppEnv } from './context.ts'

/** The one error that domain code throws: a closed code, a text for the person, and field texts where there are any. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string> | undefined
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}

/** A missing row and somebody else's row are told apart by nobody. */
export const notFound = (what: 'Agent' | 'Chat' | 'Message' | 'Page') =>
  new AppError('NOT_FOUND', `${what} not found`)

/** The database, or what stands on it, does not answer. */
export const unavailable = () =>
  new AppError(
    'UNAVAILABLE',
    'O serviço está indisponível agora. Nada se perdeu: tente de novo em instantes.',
    {
      retryAfter: 2,
    },
  )

// PostgreSQL: 08 connection, 3D000 no such database, 53 resources (disk full, too many connections), 57P shutdown.
const UNAVAILABLE_STATE = /^(08|3D000|53|57P)/
const UNAVAILABLE_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Whether an error, or what caused it, says that the database can't be used right now. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_NODE.has(code)) return true
  if (/Connection terminated|timeout exceeded when trying to connect/.test(error.message)) return true
  return isDatabaseUnavailable(error.cause)
}

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400) {
    const text = 'O corpo da requisição não é um JSON válido.'
    return new AppError('VALIDATION_ERROR', text, { details: { body: text } })
  }
  if (isDatabaseUnavailable(error)) return unavailable()
  return undefined
}

/** The only writer of failures: maps every error that leaves a handler to one envelope, and logs the unknown ones. */
export function respondFailure(error: unknown, c: Context<AppEnv>): Response {
  const known = toAppError(error)
  if (!known) c.var.log.error({ err: error }, 'request failed')
  const failure =
    known ?? new AppError('INTERNAL_ERROR', `Algo deu errado do nosso lado. Código: ${c.var.requestId}`)
  if (failure.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(failure.retryAfter)))
  const body: Failure = {
    success: false,
    message: failure.message,
    timestamp: new Date().toISOString(),
    error: {
      code: failure.code,
      message: failure.message,
      ...(failure.details && { details: failure.details }),
    },
  }
  return c.json(body, ERROR_STATUS[failure.code])
}
