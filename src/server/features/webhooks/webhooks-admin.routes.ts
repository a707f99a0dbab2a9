import { z } from 'zod'
import { AssignPurchase } from '#shared/contract/sales.ts'
import {
  UnmappedOffer,
  WebhookEvent,
  WebhookEventParams,
  WebhookEventsPage,
  WebhookEventsQuery,
  WebhookHealth,
} from '#shared/contract/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { saleRoutes } from './sale-decisions.routes.ts'
import { listUnmapped } from './unmapped-offers.queries.ts'
import { waitingPurchaseRoutes } from './waiting-purchases.routes.ts'
import { assignPurchase, retryEvent, unassignPurchase } from './webhook-admin.service.ts'
import { readHealth } from './webhook-health.queries.ts'
import { getEvent, listEvents } from './webhook-lists.queries.ts'
import { configured } from './webhook-sources.ts'

/** Administration of payment deliveries. */
export const webhookAdminRoutes = (deps: Deps) =>
  createRouter()
    .route('/', overviewRoutes(deps))
    .route('/', saleRoutes(deps))
    .route('/', waitingPurchaseRoutes(deps))
    .route('/', eventRoutes(deps))

// Before the routes with a delivery id, which would match these paths.
const overviewRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/webhooks/admin/health',
      operation({
        tag: 'webhooks',
        summary: 'Como vão os eventos de cada provedor: falhas, silêncio, e o que espera por um plano',
        data: WebhookHealth,
      }),
      deps.signedIn,
      administers('webhooks'),
      async (c) => respond(c, await readHealth(deps.db, configured(deps))),
    )
    .get(
      '/webhooks/admin/unmapped',
      operation({
        tag: 'webhooks',
        summary: 'O que foi vendido e não é de nenhum plano, com quantos eventos esperam por isso',
        data: z.array(UnmappedOffer),
      }),
      deps.signedIn,
      administers('webhooks'),
      async (c) => respond(c, await listUnmapped(deps.db)),
    )

const eventRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/webhooks/admin',
      operation({
        tag: 'webhooks',
        summary: 'Os eventos dos provedores, do mais recente ao mais antigo; q procura endereços e códigos',
        data: WebhookEventsPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('query', WebhookEventsQuery),
      async (c) => respond(c, await listEvents(deps.db, c.req.valid('query'))),
    )
    .get(
      '/webhooks/admin/:eventId',
      operation({
        tag: 'webhooks',
        summary: 'Um evento inteiro, com documentos, telefones e endereços mascarados',
        data: WebhookEvent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', WebhookEventParams),
      async (c) => respond(c, await getEvent(deps.db, c.req.valid('param'))),
    )
    .post(
      '/webhooks/admin/:eventId/retry',
      operation({
        writes: true,
        tag: 'webhooks',
        summary: 'Processa um evento de novo e responde com o que deu; repetir não concede nada a mais',
        data: WebhookEvent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', WebhookEventParams),
      async (c) => respond(c, await retryEvent({ deps, origin: auditOrigin(c) }, c.req.valid('param'))),
    )
    .post(
      '/webhooks/admin/:eventId/assign',
      operation({
        writes: true,
        tag: 'webhooks',
        summary:
          'Dá a uma pessoa a compra de um evento que não é de ninguém; vale para os próximos eventos dela',
        data: WebhookEvent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', WebhookEventParams),
      input('json', AssignPurchase),
      async (c) => {
        const given = { ...c.req.valid('param'), ...c.req.valid('json') }
        return respond(c, await assignPurchase({ deps, origin: auditOrigin(c) }, given))
      },
    )
    .post(
      '/webhooks/admin/:eventId/unassign',
      operation({
        writes: true,
        tag: 'webhooks',
        summary: 'Tira de uma pessoa a compra que lhe foi dada à mão: ela volta a esperar por quem a fez',
        data: WebhookEvent,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', WebhookEventParams),
      async (c) => respond(c, await unassignPurchase({ deps, origin: auditOrigin(c) }, c.req.valid('param'))),
    )
