import { v7 as uuidv7 } from 'uuid'
import { CreateRewrite } from '#shared/contract/rewrites.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { streamFeed } from '../../http/event-stream.ts'
import { input, operation } from '../../http/validate.ts'
import { toTerminal } from '../../runs/terminal-event.ts'
import { rewriteSelection } from './rewrites.service.ts'

export const rewriteRoutes = (deps: Deps) =>
  createRouter().post(
    '/documents/rewrite',
    operation({
      writes: true,
      tag: 'documents',
      summary:
        'Escreve de novo um trecho, sem guardar nada; conta como uma mensagem (eventos token, error, done)',
      data: 'stream',
      errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'UNAVAILABLE'],
    }),
    deps.signedIn,
    input('json', CreateRewrite),
    async (c) => {
      const { user, sessionId } = c.var
      const denied = new AbortController()
      const signal = AbortSignal.any([clientSignal(c), denied.signal])
      const wanted = { user, rewrite: c.req.valid('json'), signal }
      return streamFeed(c, {
        feed: await rewriteSelection(deps, wanted),
        after: 0,
        headers: {},
        toTerminal: toTerminal(uuidv7()),
        watchAccess: (close) =>
          deps.auth.onSessionEnd({ sessionId, userId: user.id }, () => {
            denied.abort()
            close()
          }),
      })
    },
  )
