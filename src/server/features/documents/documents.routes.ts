import { z } from 'zod'
import { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import {
  CreateDocument,
  Document,
  DocumentParams,
  DocumentsPage,
  DocumentVersion,
  DocumentVersionParams,
  DocumentVersionText,
  UpdateDocument,
} from '#shared/contract/documents.ts'
import { ExportQuery } from '#shared/contract/exports.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { spool } from '../../files/spool.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { streamFile } from '../../http/file-stream.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import {
  createDocument,
  deleteDocument,
  restoreDocument,
  updateDocument,
} from './document-changes.queries.ts'
import { exportDocument } from './document-export.service.ts'
import { searchDocuments } from './document-search.service.ts'
import { getDocument, getVersion, listDocuments, listVersions } from './documents.queries.ts'

export const documentRoutes = ({ db, env, signedIn }: Deps) =>
  createRouter()
    .get(
      '/documents',
      operation({
        tag: 'documents',
        summary:
          'Os próprios documentos, do que mudou por último ao mais antigo; a busca olha título e texto, sem distinguir acentos, maiúsculas ou terminações',
        data: DocumentsPage,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('query', AssetPageQuery),
      async (c) => {
        const { q, ...page } = c.req.valid('query')
        const wanted = { ...page, userId: c.var.user.id }
        if (!q) return respond(c, await listDocuments(db, wanted))
        return respond(c, await searchDocuments(db, { ...wanted, q, signal: clientSignal(c) }))
      },
    )
    .post(
      '/documents',
      operation({
        writes: true,
        tag: 'documents',
        summary:
          'Guarda um texto como documento, que pode vir de uma mensagem própria; repetida com o mesmo id, devolve o mesmo',
        data: Document,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
      }),
      signedIn,
      input('json', CreateDocument),
      async (c) =>
        respondCreated(c, await createDocument(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .get(
      '/documents/:documentId',
      operation({
        tag: 'documents',
        summary: 'Um documento com o seu texto',
        data: Document,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await getDocument(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .patch(
      '/documents/:documentId',
      operation({
        writes: true,
        tag: 'documents',
        summary:
          'Muda um documento, que ganha uma nova versão; com uma versão que não é a última, é conflito',
        data: Document,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', DocumentParams),
      input('json', UpdateDocument),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateDocument(db, { ...change, userId: c.var.user.id }))
      },
    )
    .delete(
      '/documents/:documentId',
      operation({
        writes: true,
        tag: 'documents',
        summary: `Exclui um documento; durante ${LIMITS.deletedAssetDays} dias dá para desfazer`,
        data: DeletedAsset,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await deleteDocument(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/documents/:documentId/restore',
      operation({
        writes: true,
        tag: 'documents',
        summary: 'Desfaz a exclusão de um documento; repetir não muda nada',
        data: Document,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await restoreDocument(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .get(
      '/documents/:documentId/versions',
      operation({
        tag: 'documents',
        summary: `As versões de um documento, da mais nova à mais antiga; ficam guardadas as ${LIMITS.documentVersions} mais novas`,
        data: z.array(DocumentVersion).max(LIMITS.documentVersions),
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await listVersions(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .get(
      '/documents/:documentId/versions/:version',
      operation({
        tag: 'documents',
        summary: 'Uma versão de um documento com o seu texto',
        data: DocumentVersionText,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentVersionParams),
      async (c) => respond(c, await getVersion(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .get(
      '/documents/:documentId/export',
      operation({
        tag: 'documents',
        summary: 'Um documento como arquivo Markdown, DOCX ou PDF',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('param', DocumentParams),
      input('query', ExportQuery),
      (c) =>
        streamFile(c, async (signal) => {
          const wanted = { ...c.req.valid('param'), ...c.req.valid('query'), userId: c.var.user.id }
          const { file, ...named } = await exportDocument(db, wanted)
          const content = () => spool(file, { dataDir: env.dataDir, signal })
          return { ...named, length: file.length, content }
        }),
    )
