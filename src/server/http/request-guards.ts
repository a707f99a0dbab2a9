import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LIMITS } from '#shared/limits.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i
const FORM = /^multipart\/form-data\s*;/i
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing call that another site's page could have sent. A browser always names the origin of
 * such a call; one that carries a cookie without naming it is refused too.
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

/** The calls that take a form, with a file in it; they read that by themselves, once they know who sends it. */
const TAKE_FORMS = new Set(['/api/v1/uploads', '/api/v1/attachments'])
const takesForm = ({ req }: Context<AppEnv>) => req.method === 'POST' && TAKE_FORMS.has(req.path)

/** Refuses bodies that are not plain JSON, or the form where one is due; what is compressed could be any size. */
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

/** A body that names a length up to this one is read to its end before it is refused. */
const LET_GO_BYTES = 1024 * 1024

const limit = bodyLimit({
  maxSize: LIMITS.jsonBodyBytes,
  onError: async (c) => {
    // The adapter cuts a connection soon after an answer that came before the whole request, and its next one with it.
    if (Number(c.req.header('content-length')) <= LET_GO_BYTES)
      await c.req.raw.body?.pipeTo(new WritableStream())
    throw new AppError('PAYLOAD_TOO_LARGE', 'O conteúdo enviado é grande demais.')
  },
})

/** Refuses bodies over LIMITS.jsonBodyBytes, also those that come in chunks without saying how long they are. */
export const limitedBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (takesForm(c)) return await next()
  // What handlers throw has become an answer by now: only the reading of the body can fail here.
  return await limit(c, next).catch((error) => {
    throw error instanceof AppError ? error : new AppError('VALIDATION_ERROR', 'O corpo não chegou inteiro.')
  })
}

/** Answers of the API are nobody's to keep. */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  // Afterwards, since better-auth brings responses of its own.
  c.res.headers.set('Cache-Control', 'no-store')
}
