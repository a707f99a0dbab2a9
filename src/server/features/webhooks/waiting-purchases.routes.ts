import {
  WaitingPurchase,
  WaitingPurchaseParams,
  WaitingPurchasesPage,
  WaitingPurchasesQuery,
} from '#shared/contract/waiting-purchases.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { listWaitingPurchases } from './waiting-purchases.queries.ts'
import { resendWayIn } from './waiting-purchases.service.ts'

/** Administration of purchases whose buyers did not get in. */
export const waitingPurchaseRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/webhooks/admin/waiting',
      operation({
        tag: 'webhooks',
        summary:
          'Quem comprou e não entrou: compras que valem e não são de nenhuma conta, da mais nova à mais antiga',
        data: WaitingPurchasesPage,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('query', WaitingPurchasesQuery),
      async (c) => respond(c, await listWaitingPurchases(deps.db, c.req.valid('query'))),
    )
    .post(
      '/webhooks/admin/waiting/:purchaseId/mail',
      operation({
        writes: true,
        tag: 'webhooks',
        summary: 'Reenvia a quem comprou o e-mail com a entrada, no máximo uma vez por hora e endereço',
        data: WaitingPurchase,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      administers('webhooks'),
      input('param', WaitingPurchaseParams),
      async (c) => respond(c, await resendWayIn(deps, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
