import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { accounts, uploads } from '../../db/schema/index.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { limitAttempts } from '../limits/sign-in-limiter.ts'

type Call = GenericEndpointContext
type Options = { limits: LimitStore; appUrl: string; rateLimits: boolean }

/** Without a password, a recent sign-in proves the identity. */
const FRESH_MS = 10 * 60_000

const invalidField = (field: string, message: string) =>
  new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message, details: { [field]: message } })

/** Checks before the calls that change or delete the user's own data. */
export function ownDataChecks({ limits, appUrl, rateLimits }: Options) {
  const { db } = limits
  const before: Record<string, (call: Call) => Promise<void>> = {
    '/update-user': async (call) => {
      const { image } = call.body
      if (typeof image !== 'string') return
      const current = await getSessionFromCtx(call)
      // Without a session better-auth refuses the call.
      if (!current || (await isOwnUpload(db, { image, userId: current.user.id, appUrl }))) return
      throw invalidField('image', 'Imagem inválida')
    },

    '/delete-user': async (call) => {
      const current = await getSessionFromCtx(call)
      if (!current) return
      const { session, user } = current
      if ('impersonatedBy' in session && session.impersonatedBy) throw new APIError('FORBIDDEN')
      const hasPassword = await db.$count(
        accounts,
        and(eq(accounts.userId, user.id), eq(accounts.providerId, 'credential')),
      )
      if (!hasPassword) return refuseUnlessFresh(session.createdAt)
      if (!call.body.password) throw invalidField('password', 'Obrigatório')
      if (rateLimits) await limitAttempts(limits, `delete-user ${user.email}`)
    },
  }
  return { before: async (call: Call): Promise<void> => before[call.path]?.(call) }
}

function refuseUnlessFresh(signedInAt: Date): void {
  if (Date.now() - signedInAt.getTime() < FRESH_MS) return
  throw new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'Para confirmar que é você, saia e entre de novo antes de excluir a conta.',
  })
}

async function isOwnUpload(
  db: Db,
  { image, userId, appUrl }: { image: string; userId: string; appUrl: string },
): Promise<boolean> {
  const folder = `${appUrl}/uploads/`
  if (!image.startsWith(folder)) return false
  const key = image.slice(folder.length)
  const isStored = and(eq(uploads.key, key), eq(uploads.userId, userId), gt(uploads.bytes, 0))
  return (await db.$count(uploads, isStored)) > 0
}
