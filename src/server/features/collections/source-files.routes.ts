import type { Context } from 'hono'
import { Source, SourceFileQuery, SourceParams } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload, type SentFile as UploadedFile } from '../../files/arriving.ts'
import { sourceFileName } from '../../files/file-name.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { type AppEnv, createRouter } from '../../http/context.ts'
import { opensInTab } from '../../http/error-page.ts'
import { notFound } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { type SentFile, streamFile, USER_FILE_POLICY } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { HOUSE } from './collections.queries.ts'
import { replaceHouseFile } from './house-collections.service.ts'
import { ADDING, SOURCE_FILE, SOURCE_MEGABYTES } from './source-upload.ts'
import { findSourceFile, type OwnSource } from './sources.queries.ts'
import { replaceFile } from './sources.service.ts'

/** The files of sources: downloads, PDFs to look at, and new versions. */
export const sourceFileRoutes = (deps: Deps) =>
  createRouter().route('/', readingRoutes(deps)).route('/', replacingRoutes(deps))

const readingRoutes = (deps: Deps) => {
  const { signedIn } = deps
  const read = (own: OwnSource & { view?: boolean }) => (signal: AbortSignal) => fileOf(deps, own, signal)
  return createRouter()
    .get(
      '/sources/admin/:sourceId/file',
      operation({
        tag: 'collections',
        summary: 'O arquivo de uma fonte da casa',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      administers('sources'),
      input('param', SourceParams),
      async (c) => streamFile(c, read({ ...c.req.valid('param'), ...HOUSE })),
    )
    .get(
      '/sources/:sourceId/file',
      operation({
        tag: 'collections',
        summary:
          'O arquivo de uma fonte própria, ou de uma da casa que se pode baixar; com view, um PDF abre no navegador',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      opensInTab('view'),
      signedIn,
      input('param', SourceParams),
      input('query', SourceFileQuery),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('query') }
        return streamFile(c, read({ ...wanted, ownerId: c.var.user.id }))
      },
    )
}

const replacingRoutes = (deps: Deps) => {
  const { signedIn } = deps
  const receive = (c: Context<AppEnv>, use: (file: UploadedFile) => Promise<Source>) =>
    receiveUpload({
      userId: c.var.user.id,
      dataDir: deps.env.dataDir,
      bytes: announcedBytes(c, SOURCE_FILE),
      receive: (to) => readFile(c, SOURCE_FILE, to),
      use,
    })
  const operationOf = (summary: string) =>
    operation({
      writes: true,
      tag: 'collections',
      summary,
      data: Source,
      sendsFile: true,
      errors: [...ADDING, 'STORAGE_FULL', 'UNAVAILABLE'],
    })
  return createRouter()
    .put(
      '/sources/admin/:sourceId/file',
      operationOf('Troca o arquivo de uma fonte da casa por uma nova versão'),
      signedIn,
      administers('sources'),
      input('param', SourceParams),
      async (c) => {
        const [one, origin] = [c.req.valid('param'), auditOrigin(c)]
        return respond(c, await receive(c, (file) => replaceHouseFile(deps, { origin }, { ...one, file })))
      },
    )
    .put(
      '/sources/:sourceId/file',
      operationOf(
        `Troca o arquivo de uma fonte por uma nova versão (campo file, até ${SOURCE_MEGABYTES} MB); os trechos de antes valem até ela ser lida, e o mesmo arquivo nada muda`,
      ),
      signedIn,
      input('param', SourceParams),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await receive(c, (file) => replaceFile(deps, { ...own, file })))
      },
    )
}

/** Safari shows no PDF in a sandbox. The type is fixed, so nothing of the file runs as a page of this origin (decision 77). */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
const VIEWED = { type: 'application/pdf', disposition: 'inline', policy: PDF_POLICY } as const
/** Nothing in the browser opens it by itself. */
const DOWNLOADED = { type: 'application/octet-stream', policy: USER_FILE_POLICY } as const

/** @throws {AppError} NOT_FOUND */
async function fileOf(
  { db, files }: Deps,
  { view = false, ...own }: OwnSource & { view?: boolean },
  signal: AbortSignal,
): Promise<SentFile> {
  const source = await findSourceFile(db, own)
  if (!source) throw notFound('Source')
  return {
    ...(view && source.kind === 'pdf' ? VIEWED : DOWNLOADED),
    name: sourceFileName(source),
    length: source.bytes,
    content: async () => {
      const content = await files.stream(source.key, signal)
      if (!content) throw notFound('Source')
      return content
    },
  }
}
