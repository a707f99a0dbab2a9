import {
  ConfirmedPurchase,
  ConfirmPurchaseClaim,
  CreatePurchaseClaim,
  PurchaseClaim,
} from '#shared/contract/purchase-claims.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { confirmPurchaseClaim, requestPurchaseClaim } from './purchase-claims.service.ts'

export const purchaseClaimRoutes = (deps: Deps) =>
  createRouter()
    .post(
      '/me/purchase-claims',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Já comprei com outro e-mail: se houver compra com ele, esse e-mail recebe um link',
        data: PurchaseClaim,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
      }),
      deps.signedIn,
      input('json', CreatePurchaseClaim),
      async (c) => respond(c, await requestPurchaseClaim(deps, { ...c.req.valid('json'), user: c.var.user })),
    )
    .post(
      '/me/purchase-claims/confirm',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Usa o link que esse e-mail recebeu, na conta que o pediu; repetir não muda nada',
        data: ConfirmedPurchase,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      deps.signedIn,
      input('json', ConfirmPurchaseClaim),
      async (c) =>
        respond(c, await confirmPurchaseClaim(deps.db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
