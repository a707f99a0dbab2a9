import { z } from 'zod'
import { Proof, Security, SignInRules } from '#shared/contract/second-factor.ts'
import { changedFields } from '../../auth/admin/audit.ts'
import { findSignIn, listPasskeys } from '../../auth/second-factor/second-factors.queries.ts'
import { countTrustedDevices, forgetTrustedDevices } from '../../auth/second-factor/trusted-devices.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { findSignInRules, storeSignInRules } from './security.queries.ts'

/** How the signed-in user proves who they are, and the house's rules about it. */
export const securityRoutes = (deps: Deps) =>
  createRouter().route('/', ownRoutes(deps)).route('/', ruleRoutes(deps))

const ownRoutes = ({ auth, db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/me/security',
      operation({ tag: 'me', summary: 'Como a própria pessoa entra na conta', data: Security }),
      signedIn,
      async (c) => {
        const { id: userId, role } = c.var.user
        const [signIn, passkeys, trustedDevices, rules] = await Promise.all([
          findSignIn(db, userId),
          listPasskeys(db, userId),
          countTrustedDevices(db, userId),
          findSignInRules(db),
        ])
        const hasTotp = signIn?.hasTotp ?? false
        return respond(c, {
          hasPassword: signIn?.hasPassword ?? false,
          hasTotp,
          recoveryCodesLeft: hasTotp ? await auth.countRecoveryCodes(userId) : 0,
          passkeys,
          trustedDevices,
          requiredFrom: role === 'admin' ? rules.administratorsFrom : null,
        })
      },
    )
    .post(
      '/me/proof',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Prova de novo quem está nesta sessão, por dez minutos',
        data: z.null(),
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
      }),
      signedIn,
      input('json', Proof),
      async (c) => {
        const { user, sessionId } = c.var
        await auth.ownProof({ user, sessionId, headers: c.req.raw.headers }, c.req.valid('json'))
        return respond(c, null)
      },
    )
    .delete(
      '/me/trusted-devices',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Volta a pedir o código em todos os aparelhos',
        data: z.null(),
      }),
      signedIn,
      async (c) => {
        await forgetTrustedDevices(db, c.var.user.id)
        return respond(c, null)
      },
    )

const ruleRoutes = ({ auth, db, signedIn, proved }: Deps) =>
  createRouter()
    .get(
      '/admin/sign-in-rules',
      operation({ tag: 'users', summary: 'O que a casa pede de quem administra', data: SignInRules }),
      signedIn,
      administers('settings'),
      async (c) => respond(c, await findSignInRules(db)),
    )
    .put(
      '/admin/sign-in-rules',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Muda o que a casa pede de quem administra',
        data: SignInRules,
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED'],
      }),
      signedIn,
      administers('settings'),
      proved,
      input('json', SignInRules),
      async (c) => {
        const rules = c.req.valid('json')
        await auth.admin.atomically(async (tx) => {
          const { before } = await storeSignInRules(tx, rules)
          await auth.admin.audit({
            origin: auditOrigin(c),
            action: 'settings.sign-in-rules',
            ...changedFields(before, rules),
          })
        })
        return respond(c, rules)
      },
    )
