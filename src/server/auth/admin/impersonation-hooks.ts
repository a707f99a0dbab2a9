import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { expireCookie } from 'better-auth/cookies'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { impersonations, sessions } from '../../db/schema/index.ts'
import { requestOriginOf } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { isBanned } from '../auth-checks.ts'
import { writeAudit } from './audit.ts'
import type { Ctx } from './hook.ts'
import { findImpersonator, impersonationEnd } from './impersonation.ts'

/** Completes better-auth's impersonation: names the administrator, and ends sessions. */
export function impersonationHooks(db: Db) {
  /** @throws {AppError} CONFLICT without an impersonation, UNAUTHORIZED without a way back. */
  async function checkReturn(ctx: Ctx): Promise<void> {
    const current = await getSessionFromCtx(ctx, { disableRefresh: true })
    if (!current) throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    const { createdAt, expiresAt } = current.session
    const impersonatedBy: unknown = Object(current.session).impersonatedBy
    if (typeof impersonatedBy !== 'string') {
      if (isBanned(Object(current.user))) throw new AppError('FORBIDDEN', 'Not authorized')
      throw new AppError('CONFLICT', 'Você não está na conta de outra pessoa.')
    }
    const actor = await findImpersonator(db, { impersonatedBy, createdAt, expiresAt })
    const token = await ownToken(ctx)
    const own = token ? await ctx.context.internalAdapter.findSession(token) : undefined
    if (!actor || own?.user.id !== actor.id || own.session.expiresAt <= new Date()) {
      throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
    }
    const subject = { id: current.user.id, name: current.user.name }
    const origin = { actor, ...requestOriginOf(ctx.headers) }
    await writeAudit(db, { origin, subject, action: 'impersonation.stop' })
  }

  /** Stores the visit for the account's owner. */
  async function recordVisit(ctx: Ctx): Promise<void> {
    const { returned } = ctx.context
    if (isAPIError(returned)) return
    const { id: sessionId, userId, impersonatedBy: administratorId } = Object(returned).session
    await db.insert(impersonations).values({ userId, administratorId, sessionId, reason: ctx.body.reason })
  }

  /** Adds the administrator's name and the end of the impersonation to the session; null once it is over. */
  async function nameImpersonator(ctx: Ctx): Promise<unknown> {
    const current = Object(ctx.context.returned)
    if (!current.session?.impersonatedBy) return
    const impersonator = await findImpersonator(db, current.session)
    // Nor may an administrator gain rights through a user who has since become one.
    if (!impersonator || current.user?.role === 'admin') {
      await db.delete(sessions).where(eq(sessions.id, current.session.id))
      return ctx.json(null)
    }
    const session = {
      ...current.session,
      expiresAt: impersonationEnd(current.session),
      impersonatedByName: impersonator.name,
    }
    return ctx.json({ ...current, session })
  }

  /** Signing out of an impersonation also ends the administrator's own session. */
  async function signOutWhole(ctx: Ctx): Promise<void> {
    const token = await ownToken(ctx)
    if (!token || isAPIError(ctx.context.returned)) return
    await ctx.context.internalAdapter.deleteSession(token)
    expireCookie(ctx, ctx.context.createAuthCookie(OWN_SESSION))
  }

  /** The end of an administrator's session ends their impersonations. */
  async function endWith({ userId }: { userId: string }): Promise<void> {
    await db.delete(sessions).where(eq(sessions.impersonatedBy, userId))
  }

  return { checkReturn, recordVisit, nameImpersonator, signOutWhole, endWith }
}

/** The cookie in which better-auth keeps the administrator's own session during an impersonation. */
const OWN_SESSION = 'admin_session'

async function ownToken(ctx: Ctx): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(OWN_SESSION)
  const cookie = await ctx.getSignedCookie(name, ctx.context.secret)
  return cookie ? cookie.split(':')[0] : undefined
}
