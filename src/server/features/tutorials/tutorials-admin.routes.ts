import {
  AdminTutorial,
  AdminTutorialsPage,
  CreateTutorial,
  DeletedTutorial,
  TutorialOrder,
  TutorialParams,
  TutorialPreview,
  TutorialPreviewQuery,
  TutorialsQuery,
  UpdateTutorial,
} from '#shared/contract/tutorials.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { previewThumbnail } from './thumbnail.ts'
import { getAdminTutorial, listAdminTutorials } from './tutorials.queries.ts'
import {
  addTutorial,
  arrangeTutorials,
  bringBackTutorial,
  changeTutorial,
  removeTutorial,
} from './tutorials.service.ts'

const tag = 'tutorials'
const guard = administers('tutorials')

/** Administration of the list of tutorials. */
export const tutorialListAdminRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/tutorials/admin',
      operation({
        tag,
        summary: 'Os tutoriais, em ordem, com quantas pessoas assistiram a cada um',
        data: AdminTutorialsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      guard,
      input('query', TutorialsQuery),
      async (c) => respond(c, await listAdminTutorials(deps.db, c.req.valid('query'))),
    )
    .post(
      '/tutorials/admin',
      operation({
        writes: true,
        tag,
        summary: 'Cria um tutorial; o vídeo pode vir como ID ou como qualquer endereço do YouTube',
        data: AdminTutorial,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      deps.signedIn,
      guard,
      input('json', CreateTutorial),
      async (c) => {
        const values = c.req.valid('json')
        return respond(c, await addTutorial(deps, { origin: auditOrigin(c), values }), 201)
      },
    )
    .get(
      '/tutorials/admin/preview',
      operation({
        tag,
        summary: 'O ID de um vídeo e a imagem dele, sem guardar nada',
        data: TutorialPreview,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      guard,
      input('query', TutorialPreviewQuery),
      async (c) => {
        const { youtubeVideoId } = c.req.valid('query')
        return respond(c, { youtubeVideoId, thumbnail: await previewThumbnail(deps, youtubeVideoId) })
      },
    )
    .put(
      '/tutorials/admin/order',
      operation({
        writes: true,
        tag,
        summary: 'Põe todos os tutoriais nesta ordem',
        data: TutorialOrder,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      deps.signedIn,
      guard,
      input('json', TutorialOrder),
      async (c) =>
        respond(c, await arrangeTutorials(deps, { origin: auditOrigin(c), ...c.req.valid('json') })),
    )

/**
 * Administration of one tutorial; mount after {@link tutorialListAdminRoutes}, whose paths are more specific.
 */
export const tutorialAdminRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/tutorials/admin/:tutorialId',
      operation({
        tag,
        summary: 'Um tutorial',
        data: AdminTutorial,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      guard,
      input('param', TutorialParams),
      async (c) => respond(c, await getAdminTutorial(deps.db, c.req.valid('param'))),
    )
    .patch(
      '/tutorials/admin/:tutorialId',
      operation({
        writes: true,
        tag,
        summary: 'Muda um tutorial',
        data: AdminTutorial,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      guard,
      input('param', TutorialParams),
      input('json', UpdateTutorial),
      async (c) => {
        const asked = { origin: auditOrigin(c), ...c.req.valid('param'), changes: c.req.valid('json') }
        return respond(c, await changeTutorial(deps, asked))
      },
    )
    .delete(
      '/tutorials/admin/:tutorialId',
      operation({
        writes: true,
        tag,
        summary: 'Exclui um tutorial; dá para desfazer',
        data: DeletedTutorial,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      guard,
      input('param', TutorialParams),
      async (c) =>
        respond(c, await removeTutorial(deps, { origin: auditOrigin(c), ...c.req.valid('param') })),
    )
    .post(
      '/tutorials/admin/:tutorialId/restore',
      operation({
        writes: true,
        tag,
        summary: 'Desfaz a exclusão de um tutorial; repetir não muda nada',
        data: AdminTutorial,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      guard,
      input('param', TutorialParams),
      async (c) =>
        respond(c, await bringBackTutorial(deps, { origin: auditOrigin(c), ...c.req.valid('param') })),
    )
