import { z } from 'zod'
import { CreateReport, Report, ReportParams, ReportsPage, ReportsQuery } from '#shared/contract/reports.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { deleteReport, listReports } from './reports.queries.ts'
import { reportReply } from './reports.service.ts'

export const reportRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/me/reports',
      operation({
        tag: 'reports',
        summary: 'As suas denúncias de respostas, da mais nova à mais antiga, com o que a casa respondeu',
        data: ReportsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      input('query', ReportsQuery),
      async (c) => respond(c, await listReports(deps.db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .post(
      '/me/reports',
      operation({
        writes: true,
        tag: 'reports',
        summary: 'Denuncia uma resposta; enquanto a denúncia está aberta, repetir a muda',
        data: Report,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      input('json', CreateReport),
      async (c) => {
        const given = { ...c.req.valid('json'), userId: c.var.user.id }
        const { report, isNew } = await reportReply(deps, given)
        return isNew ? respond(c, report, 201) : respond(c, report)
      },
    )
    .delete(
      '/me/reports/:reportId',
      operation({
        writes: true,
        tag: 'reports',
        summary: 'Retira uma denúncia, com a autorização de leitura',
        data: z.null(),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      input('param', ReportParams),
      async (c) => {
        await deleteReport(deps.db, { ...c.req.valid('param'), userId: c.var.user.id })
        return respond(c, null)
      },
    )
