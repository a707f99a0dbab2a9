import { PageQuery } from '#shared/contract/pagination.ts'
import {
  AdminUser,
  AdminUserParams,
  BanUser,
  ChangeUser,
  CreateUser,
  SubscriptionsPage,
} from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listSubscriptions } from '../subscriptions/subscriptions.queries.ts'
import { getUser } from './users.queries.ts'
import { changeUser } from './users.service.ts'

export const userRoutes = ({ auth, db, signedIn }: Deps) =>
  createRouter()
    .post(
      '/users/admin',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Cria uma conta',
        data: AdminUser,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('json', CreateUser),
      async (c) => {
        const userId = await auth.admin.createUser(c.req.raw.headers, c.req.valid('json'))
        return respond(c, await getUser(db, { userId }), 201)
      },
    )
    .get(
      '/users/admin/:userId',
      operation({
        tag: 'users',
        summary: 'Uma conta com sua assinatura ativa',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => respond(c, await getUser(db, c.req.valid('param'))),
    )
    .patch(
      '/users/admin/:userId',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Altera dados, papel e plano de uma conta',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('json', ChangeUser),
      async (c) => {
        const { userId } = c.req.valid('param')
        const who = { origin: auditOrigin(c), headers: c.req.raw.headers }
        return respond(c, await changeUser({ auth }, { ...who, userId, changes: c.req.valid('json') }))
      },
    )
    .get(
      '/users/admin/:userId/subscriptions',
      operation({
        tag: 'users',
        summary: 'As assinaturas que uma conta teve e tem, da mais nova à mais antiga',
        data: SubscriptionsPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('query', PageQuery),
      async (c) => {
        const { id: userId } = await getUser(db, c.req.valid('param'))
        return respond(c, await listSubscriptions(db, { userId, ...c.req.valid('query') }))
      },
    )
    .post(
      '/users/admin/:userId/ban',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Suspende uma conta: sessões e respostas em andamento terminam na hora',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('json', BanUser),
      async (c) => {
        const { userId } = c.req.valid('param')
        await auth.admin.ban(c.req.raw.headers, userId, c.req.valid('json'))
        return respond(c, await getUser(db, { userId }))
      },
    )
    .post(
      '/users/admin/:userId/unban',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Encerra a suspensão de uma conta',
        data: AdminUser,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      async (c) => {
        const { userId } = c.req.valid('param')
        await auth.admin.unban(c.req.raw.headers, userId)
        return respond(c, await getUser(db, { userId }))
      },
    )
