import {
  AssetDraft,
  CreateAssetDraft,
  CreateFill,
  FilledDraft,
  FillParams,
} from '#shared/contract/asset-drafts.ts'
import { VoiceProposal } from '#shared/contract/brand-voice.ts'
import { BrandParams } from '#shared/contract/brands.ts'
import { MessageParams } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { receiveUpload } from '../../files/arriving.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { announcedBytes, readFile } from '../../http/file-body.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { draftAsset } from './asset-drafts.service.ts'
import { fillAsset, fillFrom } from './asset-fill.service.ts'
import { readFileText } from './fill-source.service.ts'
import { proposeVoice } from './voice-proposal.service.ts'

const MEGABYTES = LIMITS.attachmentBytes / 1024 / 1024

const FILE = {
  maxBytes: LIMITS.attachmentBytes,
  notAForm: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Envie um arquivo.'),
  tooLarge: () => new AppError('PAYLOAD_TOO_LARGE', `O arquivo passa de ${MEGABYTES} MB. Escolha um menor.`),
  noFile: 'Escolha um arquivo',
  tooMany: 'Envie um arquivo de cada vez',
}

export const draftRoutes = (deps: Deps) =>
  createRouter()
    .post(
      '/chats/:chatId/messages/:messageId/draft',
      operation({
        writes: true,
        tag: 'messages',
        summary:
          'O que uma resposta diz de um produto, uma marca ou uma oferta, nos campos do formulário; nada é salvo',
        data: AssetDraft,
        errors: [
          'VALIDATION_ERROR',
          'NOT_FOUND',
          'CONFLICT',
          'RATE_LIMITED',
          'QUOTA_EXCEEDED',
          'UNAVAILABLE',
        ],
      }),
      deps.signedIn,
      input('param', MessageParams),
      input('json', CreateAssetDraft),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('json'), user: c.var.user }
        return respond(c, await draftAsset(deps, { ...wanted, signal: clientSignal(c) }))
      },
    )
    .post(
      '/drafts/:kind',
      operation({
        writes: true,
        tag: 'assets',
        summary:
          'O que uma página da web (address) ou um texto colado (text) diz de um produto, uma marca ou uma oferta, nos campos do formulário, com o trecho de onde cada um saiu; nada é salvo',
        data: FilledDraft,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      input('param', FillParams),
      input('json', CreateFill),
      async (c) => {
        const wanted = { ...c.req.valid('param'), ...c.req.valid('json'), user: c.var.user }
        return respond(c, await fillAsset(deps, { ...wanted, signal: clientSignal(c) }))
      },
    )
    .post(
      '/drafts/:kind/file',
      operation({
        writes: true,
        tag: 'assets',
        summary: `O mesmo de um PDF, um DOCX ou um texto (campo file, até ${MEGABYTES} MB), que não é guardado`,
        data: FilledDraft,
        sendsFile: true,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      input('param', FillParams),
      async (c) => {
        const { user } = c.var
        const wanted = { ...c.req.valid('param'), user, signal: clientSignal(c) }
        const receive = () =>
          receiveUpload({
            userId: user.id,
            dataDir: deps.env.dataDir,
            bytes: announcedBytes(c, FILE),
            receive: (to) => readFile(c, FILE, to),
            use: readFileText,
          })
        return respond(c, await fillFrom(deps, wanted, receive))
      },
    )
    .post(
      '/brands/:brandId/voice/proposal',
      operation({
        writes: true,
        tag: 'brands',
        summary:
          'Descreve o jeito de escrever das amostras em até 12 linhas, com duas frases de exemplo; nada é salvo',
        data: VoiceProposal,
        errors: [
          'VALIDATION_ERROR',
          'NOT_FOUND',
          'CONFLICT',
          'RATE_LIMITED',
          'QUOTA_EXCEEDED',
          'UNAVAILABLE',
        ],
      }),
      deps.signedIn,
      input('param', BrandParams),
      async (c) => {
        const wanted = { ...c.req.valid('param'), user: c.var.user, signal: clientSignal(c) }
        return respond(c, await proposeVoice(deps, wanted))
      },
    )
