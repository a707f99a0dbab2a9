import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { uploads } from '../../db/schema/index.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { limitAttempts } from '../limits/sign-in-limiter.ts'
import { requireProof } from '../second-factor/checks.ts'
import { findSignIn } from '../second-factor/second-factors.queries.ts'

type Call = GenericEndpointContext
type Options = { limits: LimitStore; appUrl: string; rateLimits: boolean }

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
      const signIn = await findSignIn(db, user.id)
      if (!signIn?.hasPassword || signIn.hasTotp) await requireProof(db, session.id)
      if (!signIn?.hasPassword) return
      if (!call.body.password) throw invalidField('password', 'Obrigatório')
      if (rateLimits) await limitAttempts(limits, `delete-user ${user.email}`)
    },
  }
  return { before: async (call: Call): Promise<void> => before[call.path]?.(call) }
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
