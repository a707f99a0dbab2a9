import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ERROR_STATUS, type ErrorCode, type Failure } from '#shared/envelope.ts'
import type { AppEnv } from './context.ts'
import { errorPage, wantsPage } from './error-page.ts'

/**
 * The only status outside the closed list of SPEC §5: clients must be able to tell a full disk apart
 * (RELIABILITY F31).
 */
const INSUFFICIENT_STORAGE = 507

/**
 * The only error that domain code throws: a closed code, a text for the user and optional texts per field.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string> | undefined
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly status: (typeof ERROR_STATUS)[ErrorCode] | typeof INSUFFICIENT_STORAGE

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      details?: Record<string, string>
      retryAfter?: number
      status?: typeof INSUFFICIENT_STORAGE
    } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.status = extra.status ?? ERROR_STATUS[code]
  }
}

const MISSING = {
  Agent: 'Não encontramos esse agente. Escolha outro no elenco.',
  Asset: 'Algo que você escolheu para esta mensagem não existe mais. Tire e envie de novo.',
  Attachment: 'Um anexo desta mensagem não está mais guardado. Tire ou anexe de novo.',
  Brand: 'Uma marca não está mais aqui. Pode ter sido excluída em outro aparelho: escolha outra.',
  // Fixed by SPEC §5; the client shows a Portuguese sentence.
  Chat: 'Chat not found',
  Collection: 'Essa coleção não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Credential: 'Essa chave não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Document: 'Não encontramos esse documento. Ele pode ter sido excluído.',
  Feedback: 'Essa avaliação não está mais aqui. A pessoa pode tê-la retirado, ou excluído a conversa.',
  Item: 'Isto não está mais aqui. Pode ter sido excluído em outro aparelho.',
  Label: 'Essa etiqueta não está mais aqui. Pode ter sido excluída por outra pessoa.',
  Message: 'Não encontramos essa mensagem. Atualize a página para ver a conversa como está.',
  Note: 'Essa anotação não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Offer: 'Essa oferta não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Page: 'Não encontramos essa página. Confira o endereço, ou volte ao início.',
  Product: 'Um produto não está mais aqui. Pode ter sido excluído em outro aparelho: escolha outro.',
  Report: 'Essa denúncia não está mais aqui. Ela pode ter sido retirada.',
  Rule: 'Essa regra não está mais aqui. Pode ter sido excluída por outra pessoa.',
  Sample: 'Essa amostra não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Source: 'Essa fonte não está mais aqui. Pode ter sido excluída em outro aparelho.',
  Tutorial: 'Esse tutorial não está mais aqui. Pode ter sido excluído por outra pessoa.',
  Webhook: 'Não encontramos esse evento. Volte à lista e escolha outro.',
} as const

/** NOT_FOUND. A row of another user gets the same error as a missing one. */
export const notFound = (what: keyof typeof MISSING) => new AppError('NOT_FOUND', MISSING[what])

/** STEP_UP_REQUIRED: a proof of identity in this session is missing or too old. */
export const stepUpRequired = () => new AppError('STEP_UP_REQUIRED', 'Confirme que é você para continuar.')

/** SECOND_FACTOR_REQUIRED: an administrator without one, where the house demands it. */
export const secondFactorRequired = () =>
  new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Aqui, quem administra usa verificação em duas etapas. Ative a sua em Seu perfil.',
  )

/** UNAVAILABLE with `Retry-After` of 2 seconds: the database or a service behind it does not answer. */
export const unavailable = () =>
  new AppError(
    'UNAVAILABLE',
    'O serviço está indisponível agora. Nada se perdeu: tente de novo em instantes.',
    {
      retryAfter: 2,
    },
  )

/**
 * UNAVAILABLE with status 507: reads work, writes fail. No `Retry-After`, because waiting does not free disk
 * space.
 */
export const diskFull = () =>
  new AppError(
    'UNAVAILABLE',
    'O servidor está sem espaço em disco: nada novo pode ser salvo agora. O que já foi salvo continua disponível.',
    { status: INSUFFICIENT_STORAGE },
  )

/** Codes of PostgreSQL and of the file system. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
// PostgreSQL classes: 08 connection, 3D000 no such database, 53 insufficient resources (too many
// connections), 57014 statement timeout, 57P shutdown.
const UNAVAILABLE_STATE = /^(08|3D000|53|57014|57P)/
const UNAVAILABLE_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
// Errors of the driver without a code: broken connection, exhausted pool, read timeout.
const UNAVAILABLE_TEXT =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether a statement took too long or was cancelled, by PostgreSQL's code of the error or of its causes. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && (Object(error).code === '57014' || isCanceled(error.cause))

/** Maps an error, or one of its causes, to a database outage or a full disk. */
function databaseProblem(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (DISK_FULL.has(code)) return diskFull()
  const isUnavailable = UNAVAILABLE_STATE.test(code) || UNAVAILABLE_NODE.has(code)
  return isUnavailable || UNAVAILABLE_TEXT.test(error.message) ? unavailable() : databaseProblem(error.cause)
}

/** Whether the database does not answer, as during its restart; a full disk is none. */
export const isOutage = (error: unknown): boolean => databaseProblem(error)?.retryAfter !== undefined

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400) {
    const text = 'O corpo da requisição não é um JSON válido.'
    return new AppError('VALIDATION_ERROR', text, { details: { body: text } })
  }
  return databaseProblem(error)
}

/**
 * The only writer of failures. Maps every error that leaves a handler to the envelope, or to an error page
 * for a browser navigation, and logs unknown errors.
 */
export function respondFailure(error: unknown, c: Context<AppEnv>): Response | Promise<Response> {
  const known = toAppError(error)
  if (!known) c.var.log.error({ err: error }, 'request failed')
  if (known?.status === INSUFFICIENT_STORAGE) c.var.log.error('no room left on the disk')
  const failure =
    known ?? new AppError('INTERNAL_ERROR', `Algo deu errado do nosso lado. Código: ${c.var.requestId}`)
  if (failure.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(failure.retryAfter)))
  if (!wantsPage(c)) return c.json(failureOf(failure), failure.status)
  c.header('Cache-Control', 'no-store')
  return c.html(errorPage(c, failure), failure.status)
}

/** The failure envelope of an error. */
export const failureOf = ({ code, message, details }: AppError): Failure => ({
  success: false,
  message,
  timestamp: new Date().toISOString(),
  error: { code, message, ...(details && { details }) },
})
