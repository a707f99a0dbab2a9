import { makeZip } from 'client-zip'
import { ImpersonationsPage } from '#shared/contract/impersonations.ts'
import { AcceptTerms, Me, TermsAcceptance } from '#shared/contract/me.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { type FileContent, streamFile } from '../../http/file-stream.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listImpersonations } from './impersonations.queries.ts'
import { acceptShownTerms, getMe } from './me.queries.ts'
import { openExport } from './me.service.ts'

export const meRoutes = ({ db, env, files, signedIn }: Deps) =>
  createRouter()
    .get('/me', operation({ tag: 'me', summary: 'A própria pessoa', data: Me }), signedIn, async (c) =>
      respond(c, await getMe(db, { userId: c.var.user.id, appUrl: env.appUrl })),
    )
    .post(
      '/me/terms',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Aceita a versão atual dos termos; repetir não muda nada',
        data: TermsAcceptance,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      input('json', AcceptTerms),
      async (c) => respond(c, await acceptShownTerms(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/me/impersonations',
      operation({
        tag: 'me',
        summary: 'As vezes em que a administração entrou na própria conta, da mais nova à mais antiga',
        data: ImpersonationsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', PageQuery),
      async (c) =>
        respond(c, await listImpersonations(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .get(
      '/me/export',
      operation({
        tag: 'me',
        summary: 'Tudo o que guardamos da própria pessoa: um ZIP com dados, conversas e imagens',
        data: 'zip',
        errors: ['RATE_LIMITED'],
      }),
      signedIn,
      (c) =>
        streamFile(c, async (signal) => {
          const entries = await openExport({ db, files }, { userId: c.var.user.id, signal })
          return {
            type: 'application/zip',
            name: `elenco-${new Date().toISOString().slice(0, 10)}.zip`,
            // The DOM's type of a stream cannot be iterated.
            content: () => makeZip(entries) as unknown as FileContent,
          }
        }),
    )
