import { z } from 'zod'
import {
  AdminNotice,
  AdminNoticesPage,
  CreateNotice,
  DeletedNotice,
  Notice,
  NoticeDismissal,
  NoticeParams,
  NoticesQuery,
  UpdateNotice,
} from '#shared/contract/notices.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { dismissNotice, getAdminNotice, listAdminNotices, listNotices } from './notices.queries.ts'
import { changeNotice, createNotice, deleteNotice } from './notices.service.ts'

export const noticeRoutes = (deps: Deps) =>
  createRouter().route('/', ownNoticeRoutes(deps)).route('/', adminNoticeRoutes(deps))

const ownNoticeRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/notices',
      operation({
        tag: 'notices',
        summary: 'Os avisos no ar para o plano da pessoa, sem os que ela dispensou',
        data: z.array(Notice),
      }),
      signedIn,
      async (c) => respond(c, await listNotices(db, { userId: c.var.user.id })),
    )
    .put(
      '/notices/:noticeId/dismissal',
      operation({
        writes: true,
        tag: 'notices',
        summary: 'Dispensa um aviso para sempre; repetir não muda nada',
        data: NoticeDismissal,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', NoticeParams),
      async (c) => respond(c, await dismissNotice(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )

const adminNoticeRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/notices/admin',
      operation({
        tag: 'notices',
        summary: 'Os avisos, do que começa por último ao primeiro; q procura no texto',
        data: AdminNoticesPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('notices'),
      input('query', NoticesQuery),
      async (c) => respond(c, await listAdminNotices(db, c.req.valid('query'))),
    )
    .post(
      '/notices/admin',
      operation({
        writes: true,
        tag: 'notices',
        summary: 'Cria um aviso para todo mundo ou para as pessoas de um plano',
        data: AdminNotice,
        status: 201,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('notices'),
      input('json', CreateNotice),
      async (c) => respond(c, await createNotice({ db, origin: auditOrigin(c) }, c.req.valid('json')), 201),
    )
    .get(
      '/notices/admin/:noticeId',
      operation({
        tag: 'notices',
        summary: 'Um aviso',
        data: AdminNotice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('notices'),
      input('param', NoticeParams),
      async (c) => respond(c, await getAdminNotice(db, c.req.valid('param'))),
    )
    .patch(
      '/notices/admin/:noticeId',
      operation({
        writes: true,
        tag: 'notices',
        summary: 'Altera um aviso; com endsAt de agora, tira do ar',
        data: AdminNotice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('notices'),
      input('param', NoticeParams),
      input('json', UpdateNotice),
      async (c) => {
        const change = { ...c.req.valid('param'), changes: c.req.valid('json') }
        return respond(c, await changeNotice({ db, origin: auditOrigin(c) }, change))
      },
    )
    .delete(
      '/notices/admin/:noticeId',
      operation({
        writes: true,
        tag: 'notices',
        summary: 'Exclui um aviso: sai do ar na hora',
        data: DeletedNotice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('notices'),
      input('param', NoticeParams),
      async (c) => respond(c, await deleteNotice({ db, origin: auditOrigin(c) }, c.req.valid('param'))),
    )
