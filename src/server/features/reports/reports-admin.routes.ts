import {
  AdminReport,
  AdminReportsPage,
  AdminReportsQuery,
  DecideReport,
  ReportedTexts,
  ReportParams,
} from '#shared/contract/reports.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { decideReport, getAdminReport, listAdminReports, readReportedTexts } from './reports-admin.queries.ts'

export const reportAdminRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/reports/admin',
      operation({
        tag: 'reports',
        summary: 'As denúncias de respostas, da mais nova à mais antiga, sem o texto e sem o nome da pessoa',
        data: AdminReportsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('reports'),
      input('query', AdminReportsQuery),
      async (c) => respond(c, await listAdminReports(db, c.req.valid('query'))),
    )
    .get(
      '/reports/admin/:reportId',
      operation({
        tag: 'reports',
        summary: 'Uma denúncia',
        data: AdminReport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('reports'),
      input('param', ReportParams),
      async (c) => respond(c, await getAdminReport(db, c.req.valid('param'))),
    )
    .post(
      '/reports/admin/:reportId/reading',
      operation({
        writes: true,
        tag: 'reports',
        summary:
          'Lê a resposta denunciada e a pergunta, se a pessoa autorizou; cada leitura fica no registro',
        data: ReportedTexts,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('reports'),
      input('param', ReportParams),
      async (c) => {
        const reading = { ...c.req.valid('param'), origin: auditOrigin(c) }
        return respond(c, await readReportedTexts(db, reading))
      },
    )
    .patch(
      '/reports/admin/:reportId',
      operation({
        writes: true,
        tag: 'reports',
        summary: 'Encerra uma denúncia com uma resposta à pessoa, ou a abre de novo',
        data: AdminReport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('reports'),
      input('param', ReportParams),
      input('json', DecideReport),
      async (c) => {
        const decision = { ...c.req.valid('param'), ...c.req.valid('json'), origin: auditOrigin(c) }
        return respond(c, await decideReport(db, decision))
      },
    )
