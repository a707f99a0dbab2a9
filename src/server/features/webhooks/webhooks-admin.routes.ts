import { z } from 'zod'
import {
  MapOffer,
  MappedOffer,
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
import { listUnmapped } from './unmapped-offers.queries.ts'
import { mapOffer, retryEvent } from './webhook-admin.service.ts'
import { readHealth } from './webhook-health.queries.ts'
import { getEvent, listEvents } from './webhook-lists.queries.ts'
import { configured } from './webhook-sources.ts'

/** Administration of payment deliveries. */
export const webhookAdminRoutes = (deps: Deps) =>
  createRouter().route('/', overviewRoutes(deps)).route('/', eventRoutes(deps))

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
    .post(
      '/webhooks/admin/mappings',
      operation({
        writes: true,
        tag: 'webhooks',
        summary: 'Diz de que plano é o que o provedor vende, e processa os eventos que esperavam por isso',
        data: MappedOffer,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('json', MapOffer),
      async (c) => respond(c, await mapOffer({ deps, origin: auditOrigin(c) }, c.req.valid('json'))),
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
