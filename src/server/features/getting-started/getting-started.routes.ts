import { EndFirstHours, FirstHours } from '#shared/contract/getting-started.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { endGettingStarted, getGettingStarted } from './getting-started.queries.ts'

export const gettingStartedRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/me/first-hours',
      operation({
        tag: 'me',
        summary: 'Até onde a própria pessoa chegou nos primeiros passos',
        data: FirstHours,
      }),
      signedIn,
      async (c) => respond(c, await getGettingStarted(db, { userId: c.var.user.id })),
    )
    .put(
      '/me/first-hours',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Anota que a lista dos primeiros passos acabou; repetir não muda nada',
        data: FirstHours,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('json', EndFirstHours),
      async (c) => respond(c, await endGettingStarted(db, { userId: c.var.user.id })),
    )
