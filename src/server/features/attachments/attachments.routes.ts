import { Attachment, AttachmentParams } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { downloadName } from '../../files/file-name.ts'
import { createRouter } from '../../http/context.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { streamFile, USER_FILE_POLICY } from '../../http/file-stream.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { findOwnFile } from './attachments.queries.ts'
import { addAttachment, removeAttachment } from './attachments.service.ts'

const MEGABYTES = LIMITS.attachmentBytes / 1024 / 1024

const FILE = {
  maxBytes: LIMITS.attachmentBytes,
  notAForm: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie um arquivo.'),
  tooLarge: () => new AppError('PAYLOAD_TOO_LARGE', `O arquivo passa de ${MEGABYTES} MB. Escolha um menor.`),
  noFile: 'Escolha um arquivo',
  tooMany: 'Envie um arquivo de cada vez',
}

export const attachmentRoutes = (deps: Deps) =>
  createRouter()
    .post(
      '/attachments',
      operation({
        writes: true,
        tag: 'attachments',
        summary: `Guarda um arquivo para uma mensagem ou uma prova (campo file, até ${MEGABYTES} MB): imagem, PDF, DOCX ou texto, conforme seus bytes`,
        data: Attachment,
        status: 201,
        sendsFile: true,
        errors: ['VALIDATION_ERROR', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'STORAGE_FULL', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      async (c) => {
        const { id: userId } = c.var.user
        const attachment = await receiveUpload({
          userId,
          dataDir: deps.env.dataDir,
          bytes: announcedBytes(c, FILE),
          receive: (to) => readFile(c, FILE, to),
          use: (file) => addAttachment(deps, { userId, file }),
        })
        return respond(c, attachment, 201)
      },
    )
    .get(
      '/attachments/:attachmentId/file',
      operation({
        tag: 'attachments',
        summary: 'O arquivo, só para quem o enviou e enquanto sua conversa ou seu documento existe',
        data: 'file',
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      input('param', AttachmentParams),
      async (c) => {
        const own = await findOwnFile(deps.db, { ...c.req.valid('param'), userId: c.var.user.id })
        if (!own) throw notFound('Attachment')
        const isImage = own.kind === 'image'
        return streamFile(
          c,
          (signal) => ({
            type: own.mediaType,
            name: downloadName(own),
            // Only images, which the server has re-encoded, are shown inline.
            disposition: isImage ? 'inline' : 'attachment',
            length: own.bytes,
            policy: USER_FILE_POLICY,
            content: async () => {
              const content = await deps.files.stream(own.key, signal)
              if (!content) throw notFound('Attachment')
              return content
            },
          }),
          isImage ? 'pictures' : 'files',
        )
      },
    )
    .delete(
      '/attachments/:attachmentId',
      operation({
        writes: true,
        tag: 'attachments',
        summary: 'Exclui um arquivo que nenhuma mensagem ou prova tem',
        data: AttachmentParams,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      input('param', AttachmentParams),
      async (c) => {
        const own = c.req.valid('param')
        await removeAttachment(deps, { ...own, userId: c.var.user.id })
        return respond(c, own)
      },
    )
