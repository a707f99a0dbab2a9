import {
  TutorialParams,
  TutorialsPage,
  TutorialsQuery,
  TutorialView,
  UpdateTutorialView,
} from '#shared/contract/tutorials.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listTutorials, updateTutorialView } from './tutorial-views.queries.ts'

export const tutorialRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/tutorials',
      operation({
        tag: 'tutorials',
        summary: 'Os tutoriais, em ordem, cada um com até onde a própria pessoa assistiu',
        data: TutorialsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', TutorialsQuery),
      async (c) => respond(c, await listTutorials(db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .put(
      '/tutorials/:tutorialId/view',
      operation({
        writes: true,
        tag: 'tutorials',
        summary: 'Guarda até onde a própria pessoa assistiu a um tutorial; o que não vem fica como está',
        data: TutorialView,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', TutorialParams),
      input('json', UpdateTutorialView),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateTutorialView(db, { ...change, userId: c.var.user.id }))
      },
    )
