import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Role } from '#shared/contract/auth.ts'
import { sessions, users } from '../../db/schema/index.ts'
import { requestOriginOf } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { invalid } from '../../http/validate.ts'
import { deviceOf, placeOf } from '../accounts/device.ts'
import { isBanned, PROTECTED } from '../auth-checks.ts'
import { refuseWeakPassword } from '../identity-checks.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetSignInFailures } from '../limits/sign-in-limiter.ts'
import type { AccountMails } from '../mail/account-mails.ts'
import { forgetResetTokens } from '../passwords/reset-tokens.ts'
import { refuseWithoutFactor, refuseWithoutProof } from '../second-factor/proof.ts'
import { forgetTrustedDevices } from '../second-factor/trusted-devices.ts'
import { type Person, writeAudit } from './audit.ts'
import { ADMIN_CALLS, type AdminCall } from './call-catalog.ts'
import { type Ctx, checked } from './hook.ts'
import { impersonationHooks } from './impersonation-hooks.ts'
import { isAllowed, type Permission } from './permissions.ts'
import { denied, getSubject, type Subject } from './rules.ts'
import { ADDRESS_TAKEN, type Scope } from './transaction-scope.ts'

/** The caller, if permitted. @throws {AppError} UNAUTHORIZED, FORBIDDEN */
async function getActor(ctx: Ctx, permission: Permission): Promise<Person & { sessionId: string }> {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (!current) throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
  const { id, name, role, ...rest }: { id: string; name: string; role?: string | null } = current.user
  const own: Role = role === 'admin' ? 'admin' : 'user'
  const isImpersonated = Boolean(Object(current.session).impersonatedBy)
  if (isBanned(rest)) throw new AppError('FORBIDDEN', 'Not authorized')
  if (isImpersonated || !isAllowed(own, permission)) throw denied(permission[0])
  return { id, name, sessionId: current.session.id }
}

/** A protected field, in the body or its `data`, that this call does not accept. */
function protectedField(contract: z.ZodObject, body: unknown): string | undefined {
  const inner = Object(Object(body).data)
  const named = Object.keys(Object(body)).filter((field) => !(field in contract.shape))
  return [...named, ...Object.keys(inner)].find((field) => PROTECTED.includes(field) || field === 'email')
}

/** @throws {AppError | APIError} when the body does not match the contract. */
function parsed(contract: z.ZodObject, given: unknown): Record<string, unknown> {
  const refused = protectedField(contract, given)
  if (refused) {
    const message = `O campo ${refused} não pode ser definido`
    throw new APIError('BAD_REQUEST', { code: 'FIELD_NOT_ALLOWED', message })
  }
  const result = contract.safeParse(given)
  if (!result.success) throw invalid(result.error.issues)
  return result.data
}

/** better-auth merges the result of a hook into the body, so dropped fields are deleted in place. */
function replace(target: Record<string, unknown>, values: Record<string, unknown>): void {
  for (const field of Object.keys(target)) delete target[field]
  Object.assign(target, values)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Translates contract values to better-auth's parameters. */
const TO_LIBRARY_PARAMS: Record<string, (values: Record<string, unknown>) => Record<string, unknown>> = {
  '/admin/create-user': ({ data, phoneNumber, ...values }) => ({
    ...values,
    data: { phoneNumber: phoneNumber ?? Object(data).phoneNumber },
  }),
  // better-auth uses the text as a LIKE pattern; addresses are stored in lower case.
  '/admin/list-users': ({ searchValue, filterField, filterValue, ...query }) => ({
    ...query,
    ...(typeof searchValue === 'string' && {
      searchValue: escapeLike(query.searchField === 'email' ? searchValue.toLowerCase() : searchValue),
    }),
    ...(filterField !== undefined &&
      filterValue !== undefined && {
        filterField,
        filterValue: filterField === 'role' ? filterValue : filterValue === 'true',
      }),
  }),
}

/** Checks and effects around better-auth's admin calls. */
export function adminRules(
  scope: Scope,
  { redis, mails }: Pick<LimitStore, 'redis'> & { mails: Pick<AccountMails, 'passwordChanged'> },
) {
  const { db } = scope
  const impersonation = impersonationHooks(db)

  /** The affected user. Replaces a session id in the body by its token. */
  async function findSubject(body: Record<string, unknown>): Promise<Subject | undefined> {
    if (typeof body.userId === 'string') return getSubject(db, body.userId)
    if (typeof body.sessionToken !== 'string') return undefined
    const [session] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.id, uuidOrNone(body.sessionToken)))
    if (!session) throw new AppError('NOT_FOUND', 'Não encontramos essa sessão.')
    body.sessionToken = session.token
    return getSubject(db, session.userId)
  }

  async function checkNewUser({ name, email, password }: Record<string, unknown>): Promise<void> {
    const person = { name: String(name), email: String(email) }
    await refuseWeakPassword('password', password, person)
    if ((await db.$count(users, eq(users.email, person.email))) === 0) return
    throw new APIError('UNPROCESSABLE_ENTITY', ADDRESS_TAKEN)
  }

  async function applyRules(ctx: Ctx, call: AdminCall, actor: Person, body: Record<string, unknown>) {
    const subject = await findSubject(body)
    if (!subject) return
    const facts = { db, actorId: actor.id, subject, body }
    await call.rule?.(facts)
    if (!call.action) return
    if (!scope.isAtomic()) throw new Error(`${ctx.path} outside of a transaction`)
    const origin = { actor, ...requestOriginOf(ctx.headers) }
    await writeAudit(db, { origin, subject, action: call.action, ...call.changes?.(facts) })
    if (call.endsSessions?.(facts)) await ctx.context.internalAdapter.deleteUserSessions(subject.id)
  }

  /** Refuses in the order 401, 403, 400, 404, 409 (SPEC §5). */
  async function checkCall(ctx: Ctx): Promise<void> {
    const call = ADMIN_CALLS[ctx.path]
    if (!call) return
    const { sessionId, ...actor } = await getActor(ctx, call.permission)
    await refuseWithoutFactor(db, sessionId)
    const isRead = ctx.path === '/admin/list-users'
    const given = isRead ? ctx.query : ctx.body
    const values = parsed(call.contract, given ?? {})
    if (call.needsProof?.(values)) await refuseWithoutProof(db, sessionId)
    const body = TO_LIBRARY_PARAMS[ctx.path]?.(values) ?? values
    if (ctx.path === '/admin/create-user') await checkNewUser(body)
    await applyRules(ctx, call, actor, body)
    if (isRead) ctx.query = given ?? {}
    replace(isRead ? ctx.query : ctx.body, body)
  }

  async function auditCreated(ctx: Ctx): Promise<void> {
    const { returned } = ctx.context
    const made = Object(returned).user
    const actor = ctx.context.session?.user
    if (isAPIError(returned) || !made || !actor) return
    const { id, name } = actor
    const origin = { actor: { id, name }, ...requestOriginOf(ctx.headers) }
    const after = { email: made.email, role: made.role }
    await writeAudit(db, { origin, subject: made, action: 'user.create', after })
  }

  /** After an administrator sets a password: invalidates older links and notifies the user. */
  async function afterSetPassword(ctx: Ctx): Promise<void> {
    if (isAPIError(ctx.context.returned)) return
    const subject = await getSubject(db, ctx.body.userId)
    await forgetResetTokens(db, { userId: subject.id })
    await forgetTrustedDevices(db, subject.id)
    await forgetSignInFailures({ db, redis }, subject.email)
    mails.passwordChanged(subject)
  }

  /** Replaces tokens in the list of sessions by ids. */
  async function hideTokens(ctx: Ctx): Promise<unknown> {
    const { returned } = ctx.context
    if (isAPIError(returned)) return
    const listed: StoredSession[] = Object(returned).sessions ?? []
    const live = listed.filter(({ expiresAt }) => new Date(expiresAt) > new Date())
    return ctx.json({ sessions: live.map(toListedSession) })
  }

  const on = (path: string) => (ctx: { path?: string | undefined }) => ctx.path === path
  return {
    id: 'admin-rules',
    init: () => ({ options: { databaseHooks: { session: { delete: { after: impersonation.endWith } } } } }),
    hooks: {
      before: [
        { matcher: (ctx) => (ctx.path ?? '') in ADMIN_CALLS, handler: checked(checkCall) },
        { matcher: on('/admin/stop-impersonating'), handler: checked(impersonation.checkReturn) },
      ],
      after: [
        { matcher: on('/admin/create-user'), handler: createAuthMiddleware(auditCreated) },
        { matcher: on('/admin/impersonate-user'), handler: createAuthMiddleware(impersonation.recordVisit) },
        { matcher: on('/admin/set-user-password'), handler: createAuthMiddleware(afterSetPassword) },
        { matcher: on('/admin/list-user-sessions'), handler: createAuthMiddleware(hideTokens) },
        { matcher: on('/sign-out'), handler: createAuthMiddleware(impersonation.signOutWhole) },
        { matcher: on('/get-session'), handler: createAuthMiddleware(impersonation.nameImpersonator) },
      ],
    },
  } satisfies BetterAuthPlugin
}

type StoredSession = { id: string; expiresAt: Date; userAgent?: string | null; ipAddress?: string | null }

/** A session with id, device and network; without token and full address. */
const toListedSession = ({ userAgent, ipAddress, ...session }: StoredSession) => ({
  ...session,
  token: session.id,
  device: deviceOf(userAgent),
  place: placeOf(ipAddress),
})

const NIL_UUID = '00000000-0000-0000-0000-000000000000'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const uuidOrNone = (text: string): string => (UUID.test(text) ? text : NIL_UUID)
