import { AdminUser, AdminUserParams, ChangeUserEmail } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changeUserAddress, confirmUserAddress, mailPasswordLink } from './user-address.service.ts'
import { getUser } from './users.queries.ts'

/** Administrators help people whose address or password stands in the way. */
export const userAddressRoutes = (deps: Deps) =>
  createRouter()
    .post(
      '/users/admin/:userId/confirm-email',
      operation({
        writes: true,
        tag: 'users',
        summary:
          'Confirma o e-mail de uma conta e traz as compras que esperavam; ela sai de todos os aparelhos',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('users'),
      deps.proved,
      input('param', AdminUserParams),
      async (c) => {
        const { userId } = c.req.valid('param')
        await confirmUserAddress(deps, { userId, origin: auditOrigin(c) })
        return respond(c, await getUser(deps.db, { userId }))
      },
    )
    .put(
      '/users/admin/:userId/email',
      operation({
        writes: true,
        tag: 'users',
        summary:
          'Troca o e-mail de uma conta a pedido dela; ela sai de todos os aparelhos, e os dois endereços sabem',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('users'),
      deps.proved,
      input('param', AdminUserParams),
      input('json', ChangeUserEmail),
      async (c) => {
        const { userId } = c.req.valid('param')
        await changeUserAddress(deps, { userId, origin: auditOrigin(c), ...c.req.valid('json') })
        return respond(c, await getUser(deps.db, { userId }))
      },
    )
    .post(
      '/users/admin/:userId/password-link',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Envia ao e-mail de uma conta um link para criar outra senha, válido por uma hora',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => {
        const { userId } = c.req.valid('param')
        await mailPasswordLink(deps, { userId, origin: auditOrigin(c) })
        return respond(c, await getUser(deps.db, { userId }))
      },
    )
