import {
  ImportParams,
  ImportRowsPage,
  ImportRowsQuery,
  PeopleImport,
  PeopleImports,
  PrepareImport,
} from '#shared/contract/people-imports.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getImport, listImports, listRows } from './people-imports.queries.ts'
import { prepareImport, receiveImport, startImport, stopImport } from './people-imports.service.ts'

const MEGABYTES = PEOPLE_LIMITS.importBytes / 1024 / 1024

const FILE = {
  maxBytes: PEOPLE_LIMITS.importBytes,
  notAForm: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie um arquivo CSV.'),
  tooLarge: () =>
    new AppError('PAYLOAD_TOO_LARGE', `O arquivo passa de ${MEGABYTES} MB. Divida em arquivos menores.`),
  noFile: 'Escolha um arquivo',
  tooMany: 'Envie um arquivo de cada vez',
}

/** People from a spreadsheet: a draft with a preview, then an import that a job works. */
export const peopleImportRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/people-imports/admin',
      operation({
        tag: 'people-imports',
        summary: 'As importações mais novas, e o rascunho de quem pergunta',
        data: PeopleImports,
      }),
      deps.signedIn,
      administers('people-imports'),
      async (c) => respond(c, await listImports(deps.db, { userId: c.var.user.id })),
    )
    .post(
      '/people-imports/admin',
      operation({
        writes: true,
        tag: 'people-imports',
        summary: `Lê uma planilha CSV (campo file, até ${MEGABYTES} MB) e adivinha as colunas; nada muda ainda`,
        data: PeopleImport,
        status: 201,
        sendsFile: true,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      administers('people-imports'),
      async (c) => {
        const { id: userId } = c.var.user
        const origin = auditOrigin(c)
        const made = await receiveUpload({
          userId,
          dataDir: deps.env.dataDir,
          bytes: announcedBytes(c, FILE),
          receive: (to) => readFile(c, FILE, to),
          use: (file) => receiveImport(deps, { origin, file }),
        })
        return respond(c, made, 201)
      },
    )
    .get(
      '/people-imports/admin/:importId',
      operation({
        tag: 'people-imports',
        summary: 'Uma importação e o seu andamento',
        data: PeopleImport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      administers('people-imports'),
      input('param', ImportParams),
      async (c) => respond(c, await getImport(deps.db, c.req.valid('param'))),
    )
    .patch(
      '/people-imports/admin/:importId',
      operation({
        writes: true,
        tag: 'people-imports',
        summary: 'Confirma as colunas e diz o que vai acontecer com cada linha',
        data: PeopleImport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('people-imports'),
      input('param', ImportParams),
      input('json', PrepareImport),
      async (c) =>
        respond(
          c,
          await prepareImport(deps, {
            ...c.req.valid('param'),
            ...c.req.valid('json'),
            origin: auditOrigin(c),
          }),
        ),
    )
    .get(
      '/people-imports/admin/:importId/rows',
      operation({
        tag: 'people-imports',
        summary: 'As linhas do arquivo, na sua ordem, com o que acontece com cada uma',
        data: ImportRowsPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      administers('people-imports'),
      input('param', ImportParams),
      input('query', ImportRowsQuery),
      async (c) => respond(c, await listRows(deps.db, { ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .post(
      '/people-imports/admin/:importId/start',
      operation({
        writes: true,
        tag: 'people-imports',
        summary: 'Começa a importar; continua sem o navegador e depois de uma queda',
        data: PeopleImport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      deps.signedIn,
      administers('people-imports'),
      deps.proved,
      input('param', ImportParams),
      async (c) => respond(c, await startImport(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
    .post(
      '/people-imports/admin/:importId/cancel',
      operation({
        writes: true,
        tag: 'people-imports',
        summary: 'Para uma importação; o que já foi feito fica',
        data: PeopleImport,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('people-imports'),
      input('param', ImportParams),
      async (c) => respond(c, await stopImport(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
