import { z } from 'zod'
import { HeldBack } from '#shared/contract/entitlement.ts'
import {
  AdminUsersExport,
  AdminUsersFilter,
  AdminUsersPage,
  AdminUsersQuery,
  ChosenUsers,
  CountedUsers,
} from '#shared/contract/users.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { type SentFile, streamFile } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listHeldBack } from '../subscriptions/effective-plan.queries.ts'
import { countUsers, listUsers } from './users.queries.ts'
import { usersCsv } from './users-export.service.ts'

/** The table of accounts and its export; mount before the routes with an account id in the path. */
export const userListRoutes = ({ auth, db, signedIn, proved }: Deps) =>
  createRouter()
    .get(
      '/users/admin',
      operation({
        tag: 'users',
        summary: 'As contas; q procura em nome, e-mail e telefone, e sort com - na frente inverte a ordem',
        data: AdminUsersPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('users'),
      input('query', AdminUsersQuery),
      async (c) => respond(c, await listUsers(db, c.req.valid('query'))),
    )
    .get(
      '/users/admin/held-back',
      operation({
        tag: 'users',
        summary: 'Quem paga um plano que daria algo que o plano em uso não dá; até 20 pessoas',
        data: z.array(HeldBack),
      }),
      signedIn,
      administers('users'),
      async (c) => respond(c, await listHeldBack(db)),
    )
    .get(
      '/users/admin/count',
      operation({
        tag: 'users',
        summary: 'Quantas contas um filtro tem',
        data: CountedUsers,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('users'),
      input('query', AdminUsersFilter),
      async (c) =>
        respond(c, await countUsers(db, { filter: c.req.valid('query'), callerId: c.var.user.id })),
    )
    .get(
      '/users/admin/export',
      operation({
        tag: 'users',
        summary: 'As mesmas contas como planilha: CSV em UTF-8, separado por ponto e vírgula',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('users'),
      proved,
      input('query', AdminUsersExport),
      (c) =>
        streamFile(c, async () => {
          const filter = c.req.valid('query')
          // The export is audited with its filter before any data is sent.
          await auth.admin.audit({ origin: auditOrigin(c), action: 'user.export', details: { filter } })
          return csvOf(() => usersCsv(db, filter))
        }),
    )
    .post(
      '/users/admin/export',
      operation({
        writes: true,
        tag: 'users',
        summary: 'Contas escolhidas como a mesma planilha',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('users'),
      proved,
      input('json', ChosenUsers),
      (c) =>
        streamFile(c, async () => {
          const { userIds } = c.req.valid('json')
          const details = { people: userIds.length }
          await auth.admin.audit({ origin: auditOrigin(c), action: 'user.export', details })
          return csvOf(() => usersCsv(db, { userIds, sort: '-createdAt' }))
        }),
    )

const csvOf = (content: SentFile['content']): SentFile => ({
  type: 'text/csv; charset=utf-8',
  name: `elenco-contas-${new Date().toISOString().slice(0, 10)}.csv`,
  content,
})
