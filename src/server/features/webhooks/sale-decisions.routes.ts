import { z } from 'zod'
import {
  MappingPreview,
  MappingQuery,
  OtherSale,
  SaleBatch,
  SaleDecision,
  SaleDecisionDetail,
  SaleDecisionParams,
} from '#shared/contract/sales.ts'
import { MapOffer, MappedOffer } from '#shared/contract/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { previewMapping } from '../subscriptions/sale-buyers.queries.ts'
import { listDecisions } from './sale-decisions.queries.ts'
import { mapOffer, markOther, readDecision, undoDecision } from './sale-decisions.service.ts'

/** Decisions about the codes of what providers sell. Before the routes with a delivery id. */
export const saleRoutes = (deps: Deps) =>
  createRouter().route('/', mappingRoutes(deps)).route('/', decisionRoutes(deps))

const mappingRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/webhooks/admin/mappings/preview',
      operation({
        tag: 'webhooks',
        summary: 'Quem entraria se um código fosse este plano; não muda nada',
        data: MappingPreview,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('query', MappingQuery),
      async (c) => respond(c, await previewMapping(deps.db, c.req.valid('query'))),
    )
    .post(
      '/webhooks/admin/mappings',
      operation({
        writes: true,
        tag: 'webhooks',
        summary:
          'Diz de que plano é o que o provedor vende, e processa até cem dos eventos que esperavam por isso; repetir processa os seguintes',
        data: MappedOffer,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('json', MapOffer),
      async (c) => respond(c, await mapOffer({ deps, origin: auditOrigin(c) }, c.req.valid('json'))),
    )

const decisionRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/webhooks/admin/decisions',
      operation({
        tag: 'webhooks',
        summary: 'O que já se disse de cada código: o plano que ele é, ou que não é plano desta casa',
        data: z.array(SaleDecision),
      }),
      deps.signedIn,
      administers('webhooks'),
      async (c) => respond(c, await listDecisions(deps.db)),
    )
    .post(
      '/webhooks/admin/decisions/other',
      operation({
        writes: true,
        tag: 'webhooks',
        summary:
          'Marca um código como não sendo plano desta casa: até cem dos eventos dele deixam de esperar, os próximos não têm efeito; repetir segue com os outros',
        data: SaleBatch,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('json', OtherSale),
      async (c) => respond(c, await markOther({ deps, origin: auditOrigin(c) }, c.req.valid('json'))),
    )
    .get(
      '/webhooks/admin/decisions/:decisionId',
      operation({
        tag: 'webhooks',
        summary: 'O que se disse de um código, e quem perde o acesso se isso for desfeito',
        data: SaleDecisionDetail,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', SaleDecisionParams),
      async (c) => respond(c, await readDecision(deps.db, c.req.valid('param'))),
    )
    .post(
      '/webhooks/admin/decisions/:decisionId/undo',
      operation({
        writes: true,
        tag: 'webhooks',
        summary:
          'Desfaz o que se disse de um código, com os acessos que isso abriu, até cem por chamada; repetir segue com os outros',
        data: SaleBatch,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', SaleDecisionParams),
      async (c) => respond(c, await undoDecision({ deps, origin: auditOrigin(c) }, c.req.valid('param'))),
    )
