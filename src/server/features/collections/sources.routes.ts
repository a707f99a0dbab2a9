import { CollectionParams } from '#shared/contract/collections.ts'
import { PageQuery } from '#shared/contract/pagination.ts'
import {
  CreateAttachmentSource,
  CreateDocumentSource,
  CreatePageSource,
  Source,
  SourceParams,
  SourcePassages,
  SourcePassagesQuery,
  SourcesPage,
  UpdateSource,
} from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { createRouter } from '../../http/context.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { readSourcePassages } from './source-passages.queries.ts'
import { ADDING, SOURCE_FILE, SOURCE_MEGABYTES } from './source-upload.ts'
import { listSources, updateSource } from './sources.queries.ts'
import {
  addAttachmentSource,
  addDocumentSource,
  addFileSource,
  addPageSource,
  removeSource,
  rereadSource,
} from './sources.service.ts'

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
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await listSources(db, { ...own, ...c.req.valid('query') }))
      },
    )
    .post(
      '/collections/:collectionId/sources/file',
      operation({
        writes: true,
        tag: 'collections',
        summary: `Guarda um arquivo como fonte (campo file, até ${SOURCE_MEGABYTES} MB): PDF, DOCX, TXT, MD, CSV, SRT, VTT, ou áudio onde ele é transcrito (MP3, M4A, WAV, WEBM, OGG); o mesmo arquivo duas vezes é uma fonte`,
        data: Source,
        status: 201,
        sendsFile: true,
        errors: [...ADDING, 'STORAGE_FULL', 'UNAVAILABLE'],
      }),
      signedIn,
      input('param', CollectionParams),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        const source = await receiveUpload({
          userId: own.ownerId,
          dataDir: env.dataDir,
          bytes: announcedBytes(c, SOURCE_FILE),
          receive: (to) => readFile(c, SOURCE_FILE, to),
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
        errors: [...ADDING, 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', CreatePageSource),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
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
        errors: [...ADDING, 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', CreateDocumentSource),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await addDocumentSource(deps, { ...own, ...c.req.valid('json') }), 201)
      },
    )
    .post(
      '/collections/:collectionId/sources/attachment',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Guarda uma cópia de um anexo próprio como fonte',
        data: Source,
        status: 201,
        errors: [...ADDING, 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', CreateAttachmentSource),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await addAttachmentSource(deps, { ...own, ...c.req.valid('json') }), 201)
      },
    )
    .get(
      '/sources/:sourceId/passages',
      operation({
        tag: 'collections',
        summary: 'Os trechos de uma fonte própria na ordem do texto, a partir de um deles',
        data: SourcePassages,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', SourceParams),
      input('query', SourcePassagesQuery),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await readSourcePassages(db, { ...own, ...c.req.valid('query') }))
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
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await updateSource(db, { ...own, ...c.req.valid('json') }))
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
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
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
        await removeSource(deps, { ...own, ownerId: c.var.user.id })
        return respond(c, own)
      },
    )
}
