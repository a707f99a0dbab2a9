import {
  AcervoUsage,
  CollectionParams,
  CreateHouseCollection,
  HouseCollection,
  HouseCollections,
  UpdateHouseCollection,
} from '#shared/contract/collections.ts'
import { FoundPassages, PassagesQuery } from '#shared/contract/sources.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { countCitingReplies } from '../citations/citation-usage.queries.ts'
import { HOUSE } from './collections.queries.ts'
import { listHouseCollections } from './house-collections.queries.ts'
import {
  createHouseCollection,
  removeHouseCollection,
  updateHouseCollection,
} from './house-collections.service.ts'
import { searchPassages } from './passage-search.service.ts'

/** The collections of the house, which agents read. */
export const houseCollectionRoutes = (deps: Deps) => {
  const { db, signedIn } = deps
  return createRouter()
    .get(
      '/collections/admin',
      operation({
        tag: 'collections',
        summary: 'As coleções da casa, com o tamanho e os agentes que as leem',
        data: HouseCollections,
      }),
      signedIn,
      administers('collections'),
      async (c) => respond(c, await listHouseCollections(db, { ...deps, userId: c.var.user.id })),
    )
    .post(
      '/collections/admin',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Cria uma coleção da casa; repetida com o mesmo id, devolve a mesma',
        data: HouseCollection,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('collections'),
      input('json', CreateHouseCollection),
      async (c) => {
        const made = await createHouseCollection(db, { origin: auditOrigin(c) }, c.req.valid('json'))
        return respondCreated(c, made)
      },
    )
    .get(
      '/collections/admin/usage',
      operation({
        tag: 'collections',
        summary: 'Quantas respostas de cada agente citaram fontes nos últimos 30 dias',
        data: AcervoUsage,
      }),
      signedIn,
      administers('collections'),
      async (c) => respond(c, await countCitingReplies(db)),
    )
    .get(
      '/collections/admin/search',
      operation({
        tag: 'collections',
        summary: 'Busca trechos das fontes da casa, os melhores primeiro',
        data: FoundPassages,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      administers('collections'),
      input('query', PassagesQuery),
      async (c) => {
        const by = { userId: c.var.user.id, ...HOUSE, signal: clientSignal(c) }
        return respond(c, await searchPassages(deps, { ...c.req.valid('query'), ...by }))
      },
    )
    .patch(
      '/collections/admin/:collectionId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Muda uma coleção da casa, e se os seus arquivos se podem baixar',
        data: HouseCollection,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('collections'),
      input('param', CollectionParams),
      input('json', UpdateHouseCollection),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await updateHouseCollection(db, { origin: auditOrigin(c) }, change))
      },
    )
    .delete(
      '/collections/admin/:collectionId',
      operation({
        writes: true,
        tag: 'collections',
        summary: 'Exclui uma coleção da casa com as suas fontes; nenhum agente as lê mais',
        data: CollectionParams,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('collections'),
      input('param', CollectionParams),
      async (c) => {
        const one = c.req.valid('param')
        await removeHouseCollection(deps, { origin: auditOrigin(c) }, one)
        return respond(c, one)
      },
    )
}
