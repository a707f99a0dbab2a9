import { AssetDraft, CreateAssetDraft } from '#shared/contract/asset-drafts.ts'
import { MessageParams } from '#shared/contract/messages.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { draftAsset } from './asset-drafts.service.ts'

export const draftRoutes = (deps: Deps) =>
  createRouter().post(
    '/chats/:chatId/messages/:messageId/draft',
    operation({
      writes: true,
      tag: 'messages',
      summary:
        'O que uma resposta diz de um produto, uma marca ou uma oferta, nos campos do formulário; nada é salvo',
      data: AssetDraft,
      errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
    }),
    deps.signedIn,
    input('param', MessageParams),
    input('json', CreateAssetDraft),
    async (c) => {
      const wanted = { ...c.req.valid('param'), ...c.req.valid('json'), user: c.var.user }
      return respond(c, await draftAsset(deps, { ...wanted, signal: clientSignal(c) }))
    },
  )
