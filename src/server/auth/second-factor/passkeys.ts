import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { SECOND_FACTOR } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/connect.ts'
import { passkeys } from '../../db/schema/index.ts'

/** A passkey stands for two factors only where the device has checked who holds it. */
function refuseUnverified(isVerified: boolean): void {
  if (isVerified) return
  throw new APIError('UNAUTHORIZED', {
    code: 'PASSKEY_UNVERIFIED',
    message: 'O aparelho não confirmou que é você: use PIN, digital ou rosto.',
  })
}

/** Passkeys of better-auth, for the app's own address only. */
export const passkeyPlugin = ({ db, appUrl, origins }: { db: Db; appUrl: string; origins: string[] }) =>
  passkey({
    rpID: new URL(appUrl).hostname,
    rpName: 'Elenco',
    origin: origins,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification, user }) => {
        refuseUnverified(verification.registrationInfo?.userVerified === true)
        if ((await db.$count(passkeys, eq(passkeys.userId, user.id))) < SECOND_FACTOR.passkeys) return
        throw new APIError('CONFLICT', {
          code: 'TOO_MANY_PASSKEYS',
          message: `No máximo ${SECOND_FACTOR.passkeys} chaves de acesso. Remova uma que você não usa.`,
        })
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        refuseUnverified(verification.authenticationInfo.userVerified)
        await db
          .update(passkeys)
          .set({ lastUsedAt: new Date() })
          .where(eq(passkeys.credentialID, clientData.id))
      },
    },
  })
