import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LIMITS } from '#shared/limits.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i
const FORM = /^multipart\/form-data\s*;/i
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing calls from other sites. Browsers always send `Origin` with them; a call with a
 * cookie but without `Origin` is refused too.
 * @throws {AppError} FORBIDDEN
 */
export const sameOrigin =
  (origins: string[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const origin = c.req.header('origin')
    const isForeign = origin !== undefined && !origins.includes(origin)
    const isNameless =
      origin === undefined &&
      c.req.header('cookie') !== undefined &&
      c.req.header('sec-fetch-site') !== 'same-origin'
    if (!READS.has(c.req.method) && (isForeign || isNameless)) {
      throw new AppError('FORBIDDEN', 'You are not allowed to access resource: cross-origin')
    }
    await next()
  }

/** Routes that take a form with a file. They read the body themselves, after authentication. */
const TAKE_FORMS = new Set([
  '/api/v1/uploads',
  '/api/v1/attachments',
  '/api/v1/people-imports/admin',
  ...['product', 'brand', 'offer'].map((kind) => `/api/v1/drafts/${kind}/file`),
])
const SOURCE_FILE = /^\/api\/v1\/collections\/(?:admin\/)?[^/]{1,60}\/sources\/file$/
const SOURCE_VERSION = /^\/api\/v1\/sources\/(?:admin\/)?[^/]{1,60}\/file$/
const takesForm = ({ req }: Context<AppEnv>) =>
  req.method === 'POST'
    ? TAKE_FORMS.has(req.path) || SOURCE_FILE.test(req.path)
    : req.method === 'PUT' && SOURCE_VERSION.test(req.path)

/**
 * Refuses bodies that are neither JSON nor, on {@link TAKE_FORMS}, a form. Compressed bodies are refused
 * because their real size is unknown.
 * @throws {AppError} UNSUPPORTED_MEDIA_TYPE
 */
export const jsonOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const type = c.req.header('content-type')
  const hasBody =
    c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length')) > 0
  const isForm = takesForm(c)
  const isRight = (isForm ? FORM : JSON_TYPE).test(type ?? '')
  const isPlain = (c.req.header('content-encoding') ?? 'identity') === 'identity'
  if (!READS.has(c.req.method) && hasBody && !(isRight && isPlain)) {
    const kind = isForm ? 'multipart/form-data' : 'application/json'
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Envie o corpo como ${kind}.`)
  }
  await next()
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'O conteúdo enviado é grande demais.')

const limitChunked = bodyLimit({
  maxSize: LIMITS.jsonBodyBytes,
  onError: () => {
    throw tooLarge()
  },
})

/**
 * Refuses bodies over LIMITS.jsonBodyBytes, also chunked ones without Content-Length.
 * @throws {AppError} PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for a truncated body.
 */
export const limitedBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (READS.has(c.req.method) || takesForm(c)) return await next()
  // Node reads no more than the announced length. Hono's limit would first build a whole Request with a web stream.
  if (c.req.header('transfer-encoding') === undefined) {
    if (Number(c.req.header('content-length')) > LIMITS.jsonBodyBytes) throw tooLarge()
    return await next()
  }
  // Errors of handlers are responses by now; only reading the body can fail here.
  return await limitChunked(c, next).catch((error) => {
    throw error instanceof AppError ? error : new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
  })
}

/** Forbids every cache to store responses of the API. */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  // Set after the handler, because better-auth replaces the response.
  c.res.headers.set('Cache-Control', 'no-store')
}
