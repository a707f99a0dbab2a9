import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { z } from 'zod'
import { SignIn } from '#shared/contract/auth.ts'
import type { Db } from '../db/connect.ts'
import { invalid } from '../http/validate.ts'
import type { deviceCookie } from './accounts/device-cookie.ts'
import type { firstProof } from './accounts/first-proof.ts'
import type { ownDataChecks } from './accounts/own-data-checks.ts'
import { type identityChecks, safeLinkQuery } from './identity-checks.ts'
import { isSetupTokenValid } from './installation.ts'
import type { LimitStore } from './limits/limit-store.ts'
import { forgetSignInFailures, limitAttempts } from './limits/sign-in-limiter.ts'
import type { PreparedHashing } from './passwords/prepared-hash.ts'
import { CALLS } from './published-calls.ts'
import type { secondFactorChecks } from './second-factor/checks.ts'

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
  'twoFactorEnabled',
  'createdAt',
  'updatedAt',
]

/** The bodies of the calls; the administrators' calls check theirs themselves. */
const CONTRACTS: Record<string, z.ZodObject> = Object.fromEntries(
  CALLS.flatMap(([, path, , contract]) =>
    contract && !path.startsWith('/admin/') ? [[path, contract]] : [],
  ),
)

function checked(contract: z.ZodObject, body: unknown): unknown {
  const named = typeof body === 'object' && body !== null ? Object.keys(body) : []
  const refused = named.find((field) => PROTECTED.includes(field) && !(field in contract.shape))
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
  secondFactor: ReturnType<typeof secondFactorChecks>
  proof: ReturnType<typeof firstProof>
  devices: ReturnType<typeof deviceCookie>
  passwords: Pick<PreparedHashing, 'prepare' | 'refuseWhenFull'>
}

/** Hooks around better-auth's endpoints: the app's contracts and limits per account. */
export function authHooks(checks: Checks) {
  const { limits, rateLimits, identity, ownData, secondFactor, proof, devices, passwords } = checks
  return {
    before: createAuthMiddleware(async (ctx) => {
      if (ctx.path === '/verify-email') await proof.noteBrowser(ctx)
      const query = safeLinkQuery(ctx)
      if (query) return { context: { query } }
      const contract = CONTRACTS[ctx.path]
      if (!contract) {
        await secondFactor.before(ctx)
        return identity.before(ctx)
      }
      const body = checked(contract, ctx.body)
      if (ctx.path === '/sign-in/email' && rateLimits) {
        passwords.refuseWhenFull()
        await limitAttempts(limits, await devices.attemptsKey(ctx, emailOf(body)))
      }
      if (ctx.path === '/sign-up/email') await refuseSpentSetupToken(limits.db, Object(body).setupToken)
      // better-auth merges the result of a hook into the body, so dropped fields are deleted in place.
      for (const field of Object.keys(Object(ctx.body))) delete ctx.body[field]
      Object.assign(ctx.body, body)
      await ownData.before(ctx)
      await secondFactor.before(ctx)
      const changed = await identity.before(ctx)
      // Last, so that a refused sign-up costs no hash.
      if (ctx.path === '/sign-up/email') await passwords.prepare(ctx.body.password)
      return changed
    }),

    after: createAuthMiddleware(async (ctx) => {
      if (ctx.path === '/sign-in/email' && ctx.context.newSession) {
        await forgetSignInFailures(limits, await devices.attemptsKey(ctx, emailOf(ctx.body)))
      }
      await devices.remember(ctx)
      // A banned user counts as signed out for the page. Our guards call without a request and see the ban.
      if (ctx.path === '/get-session' && ctx.request && isBanned(Object(ctx.context.returned).user)) {
        return ctx.json(null)
      }
      if (ctx.path === '/sign-up/email') await proof.rememberSignUp(ctx)
      if (ctx.path === '/verify-email') {
        const path = await proof.passwordPath(ctx)
        if (path) throw ctx.redirect(path)
      }
      return (await secondFactor.after(ctx)) ?? identity.after(ctx)
    }),
  }
}
