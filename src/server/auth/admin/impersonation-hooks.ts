import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { expireCookie } from 'better-auth/cookies'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sessions } from '../../db/schema/index.ts'
import { requestOriginOf } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { isBanned } from '../auth-checks.ts'
import { writeAudit } from './audit.ts'
import type { Ctx } from './hook.ts'
import { findImpersonator, impersonationEnd } from './impersonation.ts'

/** What better-auth leaves open about sessions in somebody else's name: that they are named, and how they end. */
export function impersonationHooks(db: Db) {
  /** @throws {AppError} CONFLICT when nobody is impersonated, UNAUTHORIZED when there is no way back. */
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

  /** The page is told who looks through whose eyes, and until when; what is over, is no session any more. */
  async function nameImpersonator(ctx: Ctx): Promise<unknown> {
    const current = Object(ctx.context.returned)
    if (!current.session?.impersonatedBy) return
    const impersonator = await findImpersonator(db, current.session)
    // Nor may anybody become an administrator so, whose person was made one meanwhile.
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

  /** Whoever signs out in somebody else's place, leaves altogether: their own session is not left behind. */
  async function signOutWhole(ctx: Ctx): Promise<void> {
    const token = await ownToken(ctx)
    if (!token || isAPIError(ctx.context.returned)) return
    await ctx.context.internalAdapter.deleteSession(token)
    expireCookie(ctx, ctx.context.createAuthCookie(OWN_SESSION))
  }

  /** Whoever signs out, or is signed out, is nobody else any more either. */
  async function endWith({ userId }: { userId: string }): Promise<void> {
    await db.delete(sessions).where(eq(sessions.impersonatedBy, userId))
  }

  return { checkReturn, nameImpersonator, signOutWhole, endWith }
}

/** The cookie in which better-auth keeps an administrator's own session meanwhile: its token, and how it was begun. */
const OWN_SESSION = 'admin_session'

async function ownToken(ctx: Ctx): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(OWN_SESSION)
  const cookie = await ctx.getSignedCookie(name, ctx.context.secret)
  return cookie ? cookie.split(':')[0] : undefined
}
