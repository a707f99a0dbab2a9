import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { z } from 'zod'
import { SignIn, SignUp, UpdateUser } from '#shared/contract/auth.ts'
import {
  ChangePassword,
  EmailRequest,
  ResetPassword,
  RevokeSession,
  SignInSocial,
} from '#shared/contract/auth-calls.ts'
import { DeleteAccount } from '#shared/contract/me.ts'
import type { Db } from '../db/connect.ts'
import { invalid } from '../http/validate.ts'
import type { firstProof } from './accounts/first-proof.ts'
import type { ownDataChecks } from './accounts/own-data-checks.ts'
import { type identityChecks, safeLinkQuery } from './identity-checks.ts'
import { isSetupTokenValid } from './installation.ts'
import type { LimitStore } from './limits/limit-store.ts'
import { forgetSignInFailures, limitAttempts } from './limits/sign-in-limiter.ts'

/** Fields that users may not set; a call that names one is refused. */
export const PROTECTED = [
  'id',
  'role',
  'emailVerified',
  'banned',
  'banReason',
  'banExpires',
  'hasCompletedOnboarding',
  'termsAcceptedAt',
  'planId',
  'createdAt',
  'updatedAt',
]

const CONTRACTS: Record<string, z.ZodType> = {
  '/sign-up/email': SignUp,
  '/sign-in/email': SignIn,
  '/update-user': UpdateUser,
  '/delete-user': DeleteAccount,
  '/request-password-reset': EmailRequest,
  '/reset-password': ResetPassword,
  '/change-password': ChangePassword,
  '/send-verification-email': EmailRequest,
  '/sign-in/social': SignInSocial,
  '/revoke-session': RevokeSession,
}

function checked(contract: z.ZodType, body: unknown): unknown {
  const named = typeof body === 'object' && body !== null ? Object.keys(body) : []
  const refused = named.find((field) => PROTECTED.includes(field))
  if (refused) {
    throw new APIError('BAD_REQUEST', {
      code: 'FIELD_NOT_ALLOWED',
      message: `O campo ${refused} não pode ser definido`,
    })
  }
  const parsed = contract.safeParse(body)
  if (parsed.success) return parsed.data
  const { code, message, details } = invalid(parsed.error.issues)
  throw new APIError('BAD_REQUEST', { code, message, details })
}

/** Whether a ban is in force. */
export const isBanned = (user?: {
  banned?: boolean | null | undefined
  banExpires?: Date | string | null | undefined
}): boolean => user?.banned === true && (!user.banExpires || new Date(user.banExpires) > new Date())

const emailOf = (body: unknown): string => SignIn.shape.email.parse(Object(body).email)

/** @throws {APIError} for a token that can no longer create the administrator. */
async function refuseSpentSetupToken(db: Db, token: string | undefined): Promise<void> {
  if (!token || (await isSetupTokenValid(db, token))) return
  throw new APIError('BAD_REQUEST', {
    code: 'SETUP_TOKEN_INVALID',
    message: 'Este link de configuração não vale mais.',
  })
}

type Checks = {
  limits: LimitStore
  rateLimits: boolean
  identity: ReturnType<typeof identityChecks>
  ownData: ReturnType<typeof ownDataChecks>
  proof: ReturnType<typeof firstProof>
}

/** Hooks around better-auth's endpoints: the app's contracts and limits per account. */
export function authHooks({ limits, rateLimits, identity, ownData, proof }: Checks) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      if (ctx.path === '/verify-email') await proof.noteBrowser(ctx)
      const query = safeLinkQuery(ctx)
      if (query) return { context: { query } }
      const contract = CONTRACTS[ctx.path]
      if (!contract) return identity.before(ctx)
      const body = checked(contract, ctx.body)
      if (ctx.path === '/sign-in/email' && rateLimits) await limitAttempts(limits, emailOf(body))
      if (ctx.path === '/sign-up/email') await refuseSpentSetupToken(limits.db, Object(body).setupToken)
      // better-auth merges the result of a hook into the body, so dropped fields are deleted in place.
      for (const field of Object.keys(Object(ctx.body))) delete ctx.body[field]
      Object.assign(ctx.body, body)
      await ownData.before(ctx)
      return identity.before(ctx)
    }),

    after: createAuthMiddleware(async (ctx) => {
      if (ctx.path === '/sign-in/email' && ctx.context.newSession) {
        await forgetSignInFailures(limits, emailOf(ctx.body))
      }
      // A banned user counts as signed out for the page. Our guards call without a request and see the ban.
      if (ctx.path === '/get-session' && ctx.request && isBanned(Object(ctx.context.returned).user)) {
        return ctx.json(null)
      }
      if (ctx.path === '/sign-up/email') await proof.rememberSignUp(ctx)
      if (ctx.path === '/verify-email') {
        const path = await proof.passwordPath(ctx)
        if (path) throw ctx.redirect(path)
      }
      return identity.after(ctx)
    }),
  }
}
