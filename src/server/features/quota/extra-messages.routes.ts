import {
  ExtraMessages,
  ExtraMessagesPage,
  ExtraMessagesParams,
  GiveExtraMessages,
} from '#shared/contract/extra-messages.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import { AdminUserParams } from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getUser } from '../users/users.queries.ts'
import { listExtraMessages } from './extra-messages.queries.ts'
import { giveExtra, takeBackExtra } from './extra-messages.service.ts'

export const extraMessageRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/users/admin/:userId/extra-messages',
      operation({
        tag: 'users',
        summary: 'As mensagens extras dadas a uma conta, das mais novas às mais antigas',
        data: ExtraMessagesPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('query', PageQuery),
      async (c) => {
        const { id: userId } = await getUser(db, c.req.valid('param'))
        return respond(c, await listExtraMessages(db, { userId, ...c.req.valid('query') }))
      },
    )
    .post(
      '/users/admin/:userId/extra-messages',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Dá mensagens extras a uma conta; o mesmo id de novo não muda nada',
        data: ExtraMessages,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('users'),
      input('param', AdminUserParams),
      input('json', GiveExtraMessages),
      async (c) => {
        const { userId } = c.req.valid('param')
        const gift = c.req.valid('json')
        const { extra, isNew } = await giveExtra({ db }, { userId, origin: auditOrigin(c), gift })
        return isNew ? respond(c, extra, 201) : respond(c, extra)
      },
    )
    .post(
      '/users/admin/:userId/extra-messages/:extraId/take-back',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Tira de uma conta o resto de mensagens extras; repetir não muda nada',
        data: ExtraMessages,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('users'),
      input('param', ExtraMessagesParams),
      async (c) =>
        respond(c, await takeBackExtra({ db }, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
