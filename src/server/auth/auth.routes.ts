import type { Context, HonoRequest } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import {
  BanUserCall,
  CreateUserCall,
  OfUser,
  RevokeUserSessionCall,
  SetRoleCall,
  SetUserPasswordCall,
  UpdateUserCall,
} from '#shared/contract/admin-calls.ts'
import { SignIn, SignUp, UpdateUser } from '#shared/contract/auth.ts'
import {
  ChangePassword,
  EmailRequest,
  ResetPassword,
  RevokeSession,
  SignInSocial,
} from '#shared/contract/auth-calls.ts'
import { DeleteAccount } from '#shared/contract/me.ts'
import { isLoopbackHost } from '#shared/loopback.ts'
import { requestOriginOf } from '../http/audit-origin.ts'
import { type AppEnv, createRouter } from '../http/context.ts'
import { AppError, unavailable } from '../http/errors.ts'
import { ADDRESS_HEADER, LOCAL_HEADER } from '../http/internal-headers.ts'
import { readJson } from '../http/json-body.ts'
import type { Auth } from './auth.ts'

/** The published calls of better-auth; all others answer 404. */
const CALLS = [
  ['POST', '/sign-up/email', 'Cria uma conta e abre a sessão', SignUp],
  ['POST', '/sign-in/email', 'Abre uma sessão com e-mail e senha', SignIn],
  ['POST', '/sign-out', 'Encerra a sessão'],
  ['GET', '/get-session', 'A sessão atual, ou null'],
  ['POST', '/update-user', 'Altera nome, bio, imagem e telefone próprios', UpdateUser],
  ['POST', '/delete-user', 'Exclui a própria conta e tudo o que é dela, com a senha', DeleteAccount],
  ['POST', '/request-password-reset', 'Pede um link para criar uma nova senha', EmailRequest],
  ['GET', '/reset-password/:token', 'O link: leva a /reset-password com token ou error'],
  ['POST', '/reset-password', 'Troca a senha com o token do link e encerra todas as sessões', ResetPassword],
  ['POST', '/change-password', 'Troca a própria senha e encerra as outras sessões', ChangePassword],
  ['POST', '/send-verification-email', 'Pede outro link para confirmar o e-mail', EmailRequest],
  ['GET', '/verify-email', 'O link: confirma o e-mail e leva a /callback'],
  ['POST', '/sign-in/social', 'O endereço do Google em que a pessoa confirma quem é', SignInSocial],
  ['GET', '/callback/google', 'A volta do Google'],
  ['GET', '/list-sessions', 'As sessões desta conta'],
  ['POST', '/revoke-session', 'Encerra uma sessão desta conta', RevokeSession],
  ['POST', '/revoke-sessions', 'Encerra todas as sessões desta conta'],
  ['POST', '/revoke-other-sessions', 'Encerra as outras sessões desta conta'],
  ['POST', '/admin/create-user', 'Administração: cria uma conta', CreateUserCall],
  ['GET', '/admin/list-users', 'Administração: as contas, com busca, filtro e páginas'],
  ['POST', '/admin/set-role', 'Administração: muda o papel e encerra as sessões da conta', SetRoleCall],
  ['POST', '/admin/ban-user', 'Administração: suspende uma conta', BanUserCall],
  ['POST', '/admin/unban-user', 'Administração: encerra a suspensão de uma conta', OfUser],
  ['POST', '/admin/impersonate-user', 'Administração: entra na conta de alguém por uma hora', OfUser],
  ['POST', '/admin/stop-impersonating', 'Administração: volta à própria conta'],
  ['POST', '/admin/set-user-password', 'Administração: define a senha de uma conta', SetUserPasswordCall],
  ['POST', '/admin/update-user', 'Administração: altera nome, bio e telefone de uma conta', UpdateUserCall],
  ['POST', '/admin/remove-user', 'Administração: exclui uma conta e tudo o que é dela', OfUser],
  ['POST', '/admin/list-user-sessions', 'Administração: as sessões de uma conta', OfUser],
  ['POST', '/admin/revoke-user-session', 'Administração: encerra uma sessão', RevokeUserSessionCall],
  ['POST', '/admin/revoke-user-sessions', 'Administração: encerra as sessões de uma conta', OfUser],
] as const

/** Calls of signed-in users: better-auth does not check for a ban. */
const PERSONAL = new Set<string>([
  '/update-user',
  '/delete-user',
  '/change-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
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
        return toOurResponse(await auth.handler(await ownRequest(c, appUrl)))
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

// better-auth hides database errors behind its own 500, and uses its own header for a wait.
function toOurResponse(response: Response): Response {
  if (response.status >= 500) throw unavailable()
  // Redirects have no body.
  if (response.status >= 300 && response.status < 400) response.headers.delete('Content-Type')
  const seconds = response.headers.get('X-Retry-After')
  if (!seconds) return response
  const message = `Muitas tentativas seguidas. Tente de novo em ${seconds} segundos.`
  const headers = { 'Retry-After': seconds }
  return Response.json({ code: 'RATE_LIMITED', message }, { status: response.status, headers })
}
