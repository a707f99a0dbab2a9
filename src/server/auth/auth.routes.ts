import type { Context, HonoRequest } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { isLoopbackHost } from '#shared/loopback.ts'
import { requestOriginOf } from '../http/audit-origin.ts'
import { type AppEnv, createRouter } from '../http/context.ts'
import { AppError, unavailable } from '../http/errors.ts'
import { ADDRESS_HEADER, LOCAL_HEADER } from '../http/internal-headers.ts'
import { readJson } from '../http/json-body.ts'
import type { Auth } from './auth.ts'
import { refusalText } from './library-texts.ts'
import { CALLS } from './published-calls.ts'

/** Calls of signed-in users: better-auth does not check for a ban. */
const PERSONAL = new Set<string>([
  '/update-user',
  '/delete-user',
  '/change-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/list-user-passkeys',
  '/passkey/update-passkey',
  '/passkey/delete-passkey',
])

/** Calls that need no check of the session. */
const FREE = new Set<string>(['/get-session', '/sign-in/email', '/sign-up/email'])

/** `/api/auth` answers in better-auth's shapes, not in the envelope (SPEC §5). */
export function authRoutes({ auth, appUrl }: { auth: Auth; appUrl: string }) {
  const router = createRouter()
  for (const [method, path, summary, body] of CALLS) {
    router.on(
      method,
      path,
      describeRoute({
        tags: ['auth'],
        summary,
        security: [],
        ...(body && { requestBody: { content: { 'application/json': { schema: resolver(body) } } } }),
        responses: {
          200: { description: 'better-auth' },
          400: { description: 'better-auth {code, message}' },
        },
      }),
      async (c) => {
        const session = path === '/get-session' ? await readSession(auth, c.req) : undefined
        if (session !== undefined) return c.body(session, 200, { 'Content-Type': 'application/json' })
        await admit(auth, path, c.req)
        return await toOurResponse(await auth.handler(await ownRequest(c, appUrl)), auth.englishTexts)
      },
    )
  }
  return router
}

/** The session as JSON without better-auth, where that is enough; undefined otherwise. */
async function readSession(auth: Auth, { raw, url }: HonoRequest) {
  return raw.headers.has('cookie') && !url.includes('?') ? auth.readSession(raw.headers) : undefined
}

/**
 * Admits a call to better-auth.
 * @throws {AppError} FORBIDDEN for a banned user, and for calls that an impersonation excludes; UNAVAILABLE
 * during an outage of the database.
 */
async function admit(auth: Auth, path: string, { raw, method, path: asked }: HonoRequest): Promise<void> {
  if (FREE.has(path) || !raw.headers.has('cookie')) return
  const user = await auth.findUser(raw.headers)
  if (user?.isBanned && PERSONAL.has(path)) throw new AppError('FORBIDDEN', 'Not authorized')
  if (user) await auth.admit(user, { method, path: asked, ...requestOriginOf(raw.headers) })
}

// Replaces Host by our own address, and client-supplied headers by our own.
async function ownRequest(c: Context<AppEnv>, appUrl: string): Promise<Request> {
  const headers = new Headers(c.req.raw.headers)
  const isProxied =
    headers.has('forwarded') || [...headers.keys()].some((name) => name.startsWith('x-forwarded-'))
  headers.set(ADDRESS_HEADER, c.var.clientAddress)
  const isLocal = !isProxied && isLoopbackHost(c.req.raw.headers.get('host'))
  headers.set(LOCAL_HEADER, isLocal ? 'yes' : 'no')
  const hasNoBody = ['GET', 'HEAD'].includes(c.req.method)
  const given = hasNoBody ? undefined : await readJson(c)
  // better-auth requires JSON also for calls without a body, such as sign-out.
  if (!hasNoBody) headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  const body = hasNoBody ? null : JSON.stringify(given ?? {})
  const { search } = new URL(c.req.url)
  // better-auth has no HEAD; the server drops the body of the GET.
  const method = hasNoBody ? 'GET' : c.req.method
  return new Request(new URL(c.req.path + search, appUrl), { method, headers, body })
}

// better-auth hides database errors behind its own 500, uses its own header for a wait, and refuses in English.
async function toOurResponse(response: Response, english: ReadonlySet<string>): Promise<Response> {
  if (response.status >= 500) throw unavailable()
  // Redirects have no body.
  if (response.status >= 300 && response.status < 400) response.headers.delete('Content-Type')
  const seconds = response.headers.get('X-Retry-After')
  if (!seconds) return response.status < 400 ? response : inPortuguese(response, english)
  const message = `Muitas tentativas seguidas. Tente de novo em ${seconds} segundos.`
  const headers = { 'Retry-After': seconds }
  return Response.json({ code: 'RATE_LIMITED', message }, { status: response.status, headers })
}

async function inPortuguese(response: Response, english: ReadonlySet<string>): Promise<Response> {
  const { status, headers } = response
  const refusal = Object(await response.json().catch(() => ({})))
  const { code = '', message = '' } = refusal
  headers.delete('Content-Length')
  headers.set('Content-Type', 'application/json')
  const text = refusalText({ status, code: String(code), message: String(message) }, english)
  return new Response(JSON.stringify({ ...refusal, message: text }), { status, headers })
}
