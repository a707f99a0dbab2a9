import { z } from 'zod'
import {
  ChangedEmail,
  CreateEmailChange,
  EmailChange,
  EmailChangeToken,
  PendingEmailChange,
  RestoredEmail,
} from '#shared/contract/email-changes.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { cancelEmailChange, findPendingChange } from './email-changes.queries.ts'
import { confirmNewEmail, requestEmailChange, restoreEmail } from './email-changes.service.ts'

/** Changes of the user's own address. */
export const emailChangeRoutes = (deps: Deps) =>
  createRouter().route('/', ownRoutes(deps)).route('/', linkRoutes(deps))

const ownRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/me/email-changes',
      operation({
        tag: 'me',
        summary: 'A troca de e-mail que espera pelo link no endereço novo, ou null',
        data: PendingEmailChange,
      }),
      deps.signedIn,
      async (c) => respond(c, await findPendingChange(deps.db, { userId: c.var.user.id })),
    )
    .post(
      '/me/email-changes',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Pede a troca do próprio e-mail: o endereço novo recebe um link; pede uma prova recente',
        data: EmailChange,
        errors: ['VALIDATION_ERROR', 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      deps.proved,
      input('json', CreateEmailChange),
      async (c) => {
        const { user, sessionId } = c.var
        return respond(
          c,
          await requestEmailChange(deps, { userId: user.id, sessionId, ...c.req.valid('json') }),
        )
      },
    )
    .delete(
      '/me/email-changes',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Desiste da troca que espera pelo link',
        data: z.null(),
      }),
      deps.signedIn,
      async (c) => {
        await cancelEmailChange(deps.db, { userId: c.var.user.id })
        return respond(c, null)
      },
    )

/** The links work on every device: the mailbox is the proof. */
const linkRoutes = (deps: Deps) =>
  createRouter()
    .post(
      '/email-changes/confirm',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Usa, uma vez, o link que o endereço novo recebeu: a conta passa a ter esse e-mail',
        data: ChangedEmail,
        isPublic: true,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      input('json', EmailChangeToken),
      async (c) => respond(c, await confirmNewEmail(deps, c.req.valid('json').token)),
    )
    .post(
      '/email-changes/undo',
      operation({
        writes: true,
        tag: 'me',
        summary:
          'Usa, uma vez, o link que o endereço de antes recebeu: ele volta, e a pessoa cria outra senha',
        data: RestoredEmail,
        isPublic: true,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      input('json', EmailChangeToken),
      async (c) => respond(c, await restoreEmail(deps, c.req.valid('json').token)),
    )
