import type { Context } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { SignIn, SignUp, UpdateUser } from '#shared/contract/auth.ts'
import { type AppEnv, createRouter } from '../http/context.ts'
import { AppError, unavailable } from '../http/errors.ts'
import { readJson } from '../http/json-body.ts'
import { ADDRESS_HEADER, type Auth, LOCAL_HEADER } from './auth.ts'

/** The calls of better-auth that this application offers; whatever else the library could answer is 404. */
const CALLS = [
  ['POST', '/sign-up/email', 'Cria uma conta e abre a sessão', SignUp],
  ['POST', '/sign-in/email', 'Abre uma sessão com e-mail e senha', SignIn],
  ['POST', '/sign-out', 'Encerra a sessão'],
  ['GET', '/get-session', 'A sessão atual, ou null'],
  ['POST', '/update-user', 'Altera nome, bio, imagem e telefone próprios', UpdateUser],
  ['POST', '/revoke-sessions', 'Encerra todas as sessões desta conta'],
  ['POST', '/revoke-other-sessions', 'Encerra as outras sessões desta conta'],
] as const

/** Calls of a signed-in person: the library asks neither for a ban nor, when it finds no session, why. */
const PERSONAL = new Set<string>(['/update-user', '/revoke-sessions', '/revoke-other-sessions'])

/** `/api/auth`: better-auth's own shapes, not the envelope (SPEC §5). */
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
        if (PERSONAL.has(path)) await refuseBanned(auth, c.req.raw.headers)
        return outcome(await auth.handler(await ownRequest(c, appUrl)))
      },
    )
  }
  return router
}

/** @throws {AppError} FORBIDDEN for a banned person, UNAVAILABLE while the database can't say. */
async function refuseBanned(auth: Auth, headers: Headers): Promise<void> {
  const user = await auth.findUser(headers)
  if (user?.isBanned) throw new AppError('FORBIDDEN', 'Not authorized')
}

// The address is ours, whatever Host the client named; what it claims about itself is dropped.
async function ownRequest(c: Context<AppEnv>, appUrl: string): Promise<Request> {
  const headers = new Headers(c.req.raw.headers)
  const isProxied =
    headers.has('forwarded') || [...headers.keys()].some((name) => name.startsWith('x-forwarded-'))
  headers.set(ADDRESS_HEADER, c.var.clientAddress)
  headers.set(LOCAL_HEADER, isProxied ? 'no' : 'yes')
  const hasNoBody = ['GET', 'HEAD'].includes(c.req.method)
  const given = hasNoBody ? undefined : await readJson(c)
  // The library wants JSON also where a call has nothing to say, as sign-out.
  if (!hasNoBody) headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  const body = hasNoBody ? null : JSON.stringify(given ?? {})
  const { search } = new URL(c.req.url)
  // The library knows no HEAD; what a GET would say is left out on the way back.
  const method = hasNoBody ? 'GET' : c.req.method
  return new Request(new URL(c.req.path + search, appUrl), { method, headers, body })
}

// The library hides what the database said behind a 500 of its own, and names a wait in a header of its own.
function outcome(response: Response): Response {
  if (response.status >= 500) throw unavailable()
  const seconds = response.headers.get('X-Retry-After')
  if (seconds && !response.headers.has('Retry-After')) response.headers.set('Retry-After', seconds)
  return response
}
