import { CollectionParams } from '#shared/contract/collections.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import {
  CreateDocumentSource,
  CreatePageSource,
  Source,
  SourceParams,
  SourcesPage,
  UpdateSource,
} from '#shared/contract/sources.ts'
import type { ErrorCode } from '#shared/envelope.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listSources, renameSource } from './sources.queries.ts'
import {
  addDocumentSource,
  addFileSource,
  addPageSource,
  removeSource,
  rereadSource,
} from './sources.service.ts'

const MEGABYTES = COLLECTION_LIMITS.sourceBytes / 1024 / 1024

const FILE = {
  maxBytes: COLLECTION_LIMITS.sourceBytes,
  notAForm: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie um arquivo.'),
  tooLarge: () =>
    new AppError('PAYLOAD_TOO_LARGE', `O arquivo passa de ${MEGABYTES} MB. Divida em arquivos menores.`),
  noFile: 'Escolha um arquivo',
  tooMany: 'Envie um arquivo de cada vez',
}

const ADDING: ErrorCode[] = ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'STORAGE_FULL']

/** The sources of a person's collections: files, pages and documents. */
export const sourceRoutes = (deps: Deps) => {
  const { db, env, signedIn } = deps
  return createRouter()
    .get(
      '/collections/:collectionId/sources',
      operation({
        tag: 'collections',
        summary: 'As fontes de uma coleção, as mais novas primeiro, com o andamento da leitura',
        data: SourcesPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', CollectionParams),
      input('query', PageQuery),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await listSources(db, { ...own, ...c.req.valid('query') }))
      },
    )
    .post(
      '/collections/:collectionId/sources/file',
      operation({
        writes: true,
        tag: 'collections',
        summary: `Guarda um arquivo como fonte (campo file, até ${MEGABYTES} MB): PDF, DOCX, TXT, MD, CSV, SRT ou VTT; o mesmo arquivo duas vezes é uma fonte`,
        data: Source,
        status: 201,
        sendsFile: true,
        errors: [...ADDING, 'UNAVAILABLE'],
      }),
      signedIn,
      input('param', CollectionParams),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        const source = await receiveUpload({
          userId: own.userId,
          dataDir: env.dataDir,
          bytes: announcedBytes(c, FILE),
          receive: (to) => readFile(c, FILE, to),
          use: (file) => addFileSource(deps, { ...own, file }),
        })
        return respond(c, source, 201)
      },
    )
    .post(
      '/collections/:collectionId/sources/page',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Junta uma página pública pelo endereço; só o texto dela é lido',
        data: Source,
        status: 201,
        errors: ADDING,
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', CreatePageSource),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await addPageSource(deps, { ...own, ...c.req.valid('json') }), 201)
      },
    )
    .post(
      '/collections/:collectionId/sources/document',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Junta um documento próprio, na versão mais nova',
        data: Source,
        status: 201,
        errors: ADDING,
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', CreateDocumentSource),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await addDocumentSource(deps, { ...own, ...c.req.valid('json') }), 201)
      },
    )
    .patch(
      '/sources/:sourceId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Muda o nome de uma fonte',
        data: Source,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', SourceParams),
      input('json', UpdateSource),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await renameSource(db, { ...own, ...c.req.valid('json') }))
      },
    )
    .post(
      '/sources/:sourceId/read',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Lê uma fonte de novo; os trechos da leitura anterior valem até lá',
        data: Source,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      }),
      signedIn,
      input('param', SourceParams),
      async (c) => {
        const own = { ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await rereadSource(deps, own))
      },
    )
    .delete(
      '/sources/:sourceId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Exclui uma fonte com o seu arquivo; nenhuma busca a acha mais',
        data: SourceParams,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', SourceParams),
      async (c) => {
        const own = c.req.valid('param')
        await removeSource(deps, { ...own, userId: c.var.user.id })
        return respond(c, own)
      },
    )
}
