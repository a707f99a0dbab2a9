import { SourceParams } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { sourceFileName } from '../../files/file-name.ts'
import { createRouter } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { type SentFile, streamFile, USER_FILE_POLICY } from '../../http/file-stream.ts'
import { administers } from '../../http/guards.ts'
import { input, operation } from '../../http/validate.ts'
import { HOUSE } from './collections.queries.ts'
import { findSourceFile, type OwnSource } from './sources.queries.ts'

/** The files of sources, always as a download. */
export const sourceFileRoutes = (deps: Deps) => {
  const { signedIn } = deps
  const read = (own: OwnSource) => (signal: AbortSignal) => fileOf(deps, own, signal)
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
        summary: 'O arquivo de uma fonte própria, ou de uma da casa que se pode baixar',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('param', SourceParams),
      async (c) => streamFile(c, read({ ...c.req.valid('param'), ownerId: c.var.user.id })),
    )
}

/** @throws {AppError} NOT_FOUND */
async function fileOf({ db, files }: Deps, own: OwnSource, signal: AbortSignal): Promise<SentFile> {
  const source = await findSourceFile(db, own)
  if (!source) throw notFound('Source')
  return {
    // Nothing in the browser opens it by itself.
    type: 'application/octet-stream',
    name: sourceFileName(source),
    length: source.bytes,
    policy: USER_FILE_POLICY,
    content: async () => {
      const content = await files.stream(source.key, signal)
      if (!content) throw notFound('Source')
      return content
    },
  }
}
