import { SourceFileQuery, SourceParams } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { sourceFileName } from '../../files/file-name.ts'
import { createRouter } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { type SentFile, streamFile, USER_FILE_POLICY } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { input, operation } from '../../http/validate.ts'
import { HOUSE } from './collections.queries.ts'
import { findSourceFile, type OwnSource } from './sources.queries.ts'

/** The files of sources: downloads, and PDFs to look at. */
export const sourceFileRoutes = (deps: Deps) => {
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
      signedIn,
      input('param', SourceParams),
      input('query', SourceFileQuery),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('query') }
        return streamFile(c, read({ ...wanted, ownerId: c.var.user.id }))
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
