import {
  Collection,
  CollectionParams,
  Collections,
  CreateCollection,
  ReadableIds,
  ReadableQuery,
  SourceChoices,
  SourceChoicesQuery,
  UpdateCollection,
} from '#shared/contract/collections.ts'
import { FoundPassages, PassagesQuery } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listChoices, listReadable } from './choices.queries.ts'
import {
  createCollection,
  discardCollection,
  listCollections,
  updateCollection,
} from './collections.queries.ts'
import { searchPassages } from './passage-search.service.ts'
import { removeDiscarded } from './sources.service.ts'

/** A person's collections of sources (the Acervo), and the search in them. */
export const collectionRoutes = (deps: Deps) => {
  const { db, signedIn } = deps
  return createRouter()
    .get(
      '/collections',
      operation({
        tag: 'collections',
        summary: 'As próprias coleções do acervo, com quantos trechos elas têm',
        data: Collections,
      }),
      signedIn,
      async (c) =>
        respond(c, await listCollections(db, { ...deps, ownerId: c.var.user.id, userId: c.var.user.id })),
    )
    .post(
      '/collections',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Cria uma coleção; repetida com o mesmo id, devolve a mesma',
        data: Collection,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      input('json', CreateCollection),
      async (c) => {
        const fields = { ...c.req.valid('json'), ownerId: c.var.user.id }
        return respondCreated(c, await createCollection(db, fields))
      },
    )
    .get(
      '/collections/choices',
      operation({
        tag: 'collections',
        summary:
          'As próprias coleções e fontes já lidas, e as da casa que o agente lê, pelo nome, para escolher em uma mensagem',
        data: SourceChoices,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', SourceChoicesQuery),
      async (c) => {
        const items = await listChoices(db, { ...c.req.valid('query'), user: c.var.user })
        return respond(c, { items })
      },
    )
    .get(
      '/collections/readable',
      operation({
        tag: 'collections',
        summary:
          'Quais destas coleções e fontes uma mensagem ao agente pode citar: as próprias, e as da casa que ele lê',
        data: ReadableIds,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('query', ReadableQuery),
      async (c) => {
        const ids = await listReadable(db, { ...c.req.valid('query'), user: c.var.user })
        return respond(c, { ids })
      },
    )
    .get(
      '/collections/search',
      operation({
        tag: 'collections',
        summary: 'Busca trechos das próprias fontes, os melhores primeiro, com as palavras achadas',
        data: FoundPassages,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('query', PassagesQuery),
      async (c) => {
        const { id } = c.var.user
        const wanted = { ...c.req.valid('query'), userId: id, ownerId: id, signal: clientSignal(c) }
        return respond(c, await searchPassages(deps, wanted))
      },
    )
    .patch(
      '/collections/:collectionId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Muda o nome ou a descrição de uma coleção',
        data: Collection,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', CollectionParams),
      input('json', UpdateCollection),
      async (c) => {
        const own = { ...c.req.valid('param'), ownerId: c.var.user.id }
        return respond(c, await updateCollection(db, { ...c.req.valid('json'), ...own }))
      },
    )
    .delete(
      '/collections/:collectionId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Exclui uma coleção com as suas fontes; nenhuma busca as acha mais',
        data: CollectionParams,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', CollectionParams),
      async (c) => {
        const own = c.req.valid('param')
        const ids = await discardCollection(db, { ...own, ownerId: c.var.user.id })
        await removeDiscarded(deps, { ids })
        return respond(c, own)
      },
    )
}
