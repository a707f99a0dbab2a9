import { UserPayments, UserUsage } from '#shared/contract/user-usage.ts'
import { AdminUserParams } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listUserPayments } from '../subscriptions/revenue.queries.ts'
import { readUserUsage } from './user-usage.queries.ts'
import { getUser } from './users.queries.ts'

/** A person in numbers. */
export const userUsageRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/users/admin/:userId/usage',
      operation({
        tag: 'users',
        summary:
          'Mensagens, tokens e custo de uma conta por mês e por agente, e quantos aparelhos a conhecem',
        data: UserUsage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => {
        const { id: userId } = await getUser(db, c.req.valid('param'))
        return respond(c, await readUserUsage(db, { userId }))
      },
    )
    .get(
      '/users/admin/:userId/payments',
      operation({
        tag: 'users',
        summary:
          'Os últimos cem pagamentos e reembolsos das compras de uma conta, do mais novo ao mais antigo',
        data: UserPayments,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => {
        const { id: userId } = await getUser(db, c.req.valid('param'))
        return respond(c, await listUserPayments(db, { userId }))
      },
    )
