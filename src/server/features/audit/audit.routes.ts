import { AuditPage, AuditQuery } from '#shared/contract/audit.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listAuditEntries } from './audit.queries.ts'

export const auditRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/audit/admin',
    operation({
      tag: 'audit',
      summary: 'O que a administração fez, do mais recente ao mais antigo; q procura em nomes e ações',
      data: AuditPage,
      errors: ['VALIDATION_ERROR'],
    }),
    signedIn,
    administers('audit'),
    input('query', AuditQuery),
    async (c) => respond(c, await listAuditEntries(db, c.req.valid('query'))),
  )
