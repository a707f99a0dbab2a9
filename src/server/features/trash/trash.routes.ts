import { EmptiedTrash, TrashPage, TrashParams, TrashQuery } from '#shared/contract/trash.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listTrash } from './trash.queries.ts'
import { deleteForGood, emptyTrash } from './trash.service.ts'

export const trashRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/trash',
      operation({
        tag: 'trash',
        summary: `As próprias conversas, produtos, marcas, ofertas e documentos excluídos nos últimos ${LIMITS.deletedChatDays} dias, do mais recente ao mais antigo; q procura no nome`,
        data: TrashPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      input('query', TrashQuery),
      async (c) => respond(c, await listTrash(deps.db, { ...c.req.valid('query'), userId: c.var.user.id })),
    )
    .delete(
      '/trash',
      operation({
        writes: true,
        tag: 'trash',
        summary: 'Exclui de vez tudo o que está na própria lixeira',
        data: EmptiedTrash,
        errors: [],
      }),
      deps.signedIn,
      async (c) => respond(c, await emptyTrash(deps, { userId: c.var.user.id })),
    )
    .delete(
      '/trash/:kind/:itemId',
      operation({
        writes: true,
        tag: 'trash',
        summary: 'Exclui de vez um item da própria lixeira',
        data: EmptiedTrash,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      input('param', TrashParams),
      async (c) => {
        await deleteForGood(deps, { ...c.req.valid('param'), userId: c.var.user.id })
        return respond(c, { count: 1 })
      },
    )
