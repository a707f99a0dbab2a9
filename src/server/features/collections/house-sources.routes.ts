import { CollectionParams } from '#shared/contract/collections.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import {
  CreatePageSource,
  Source,
  SourceParams,
  SourcesPage,
  UpdateHouseSource,
} from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { HOUSE } from './collections.queries.ts'
import {
  addHouseFile,
  addHousePage,
  removeHouseSource,
  rereadHouseSource,
  updateHouseSource,
} from './house-collections.service.ts'
import { ADDING, SOURCE_FILE, SOURCE_MEGABYTES } from './source-upload.ts'
import { listSources } from './sources.queries.ts'

/** The sources of the house's collections: files and pages. */
export const houseSourceRoutes = (deps: Deps) =>
  createRouter().route('/', addingRoutes(deps)).route('/', oneRoutes(deps))

const addingRoutes = (deps: Deps) => {
  const { db, env, signedIn } = deps
  return createRouter()
    .get(
      '/collections/admin/:collectionId/sources',
      operation({
        tag: 'collections',
        summary: 'As fontes de uma coleção da casa, as mais novas primeiro, com o andamento da leitura',
        data: SourcesPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('collections'),
      input('param', CollectionParams),
      input('query', PageQuery),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('query'), ...HOUSE }
        return respond(c, await listSources(db, wanted))
      },
    )
    .post(
      '/collections/admin/:collectionId/sources/file',
      operation({
        writes: true,
        tag: 'collections',
        summary: `Guarda um arquivo como fonte da casa (campo file, até ${SOURCE_MEGABYTES} MB)`,
        data: Source,
        status: 201,
        sendsFile: true,
        errors: [...ADDING, 'UNAVAILABLE'],
      }),
      signedIn,
      administers('collections'),
      input('param', CollectionParams),
      async (c) => {
        const [one, origin] = [c.req.valid('param'), auditOrigin(c)]
        const source = await receiveUpload({
          userId: c.var.user.id,
          dataDir: env.dataDir,
          bytes: announcedBytes(c, SOURCE_FILE),
          receive: (to) => readFile(c, SOURCE_FILE, to),
          use: (file) => addHouseFile(deps, { origin }, { ...one, file }),
        })
        return respond(c, source, 201)
      },
    )
    .post(
      '/collections/admin/:collectionId/sources/page',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Junta uma página pública a uma coleção da casa; só o texto dela é lido',
        data: Source,
        status: 201,
        errors: ADDING,
      }),
      signedIn,
      administers('collections'),
      input('param', CollectionParams),
      input('json', CreatePageSource),
      async (c) => {
        const page = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await addHousePage(deps, { origin: auditOrigin(c) }, page), 201)
      },
    )
}

const oneRoutes = (deps: Deps) => {
  const { db, signedIn } = deps
  return createRouter()
    .patch(
      '/sources/admin/:sourceId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Muda o nome de uma fonte da casa, ou o tutorial a que a legenda pertence',
        data: Source,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('sources'),
      input('param', SourceParams),
      input('json', UpdateHouseSource),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateHouseSource(db, { origin: auditOrigin(c) }, change))
      },
    )
    .post(
      '/sources/admin/:sourceId/read',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Lê uma fonte da casa de novo; os trechos da leitura anterior valem até lá',
        data: Source,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('sources'),
      input('param', SourceParams),
      async (c) =>
        respond(c, await rereadHouseSource(deps, { origin: auditOrigin(c) }, c.req.valid('param'))),
    )
    .delete(
      '/sources/admin/:sourceId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Exclui uma fonte da casa com o seu arquivo; nenhum agente a lê mais',
        data: SourceParams,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('sources'),
      input('param', SourceParams),
      async (c) => {
        const one = c.req.valid('param')
        await removeHouseSource(deps, { origin: auditOrigin(c) }, one)
        return respond(c, one)
      },
    )
}
