import { Checkout, MySubscription, PaymentPage } from '#shared/contract/subscription.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { openCheckout, openPortal, readMySubscription } from './payments.service.ts'

const tag = 'subscription'

export const paymentRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/me/subscription',
      operation({
        tag,
        summary: 'O próprio plano: o que vale agora, de onde vem, até quando, e o que já mudou',
        data: MySubscription,
      }),
      deps.signedIn,
      async (c) => respond(c, await readMySubscription(deps, { userId: c.var.user.id })),
    )
    .post(
      '/me/subscription/checkout',
      operation({
        writes: true,
        tag,
        summary: 'Abre a página em que um plano é pago, no Stripe ou na Hubla',
        data: PaymentPage,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      input('json', Checkout),
      async (c) => respond(c, await openCheckout(deps, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .post(
      '/me/subscription/portal',
      operation({
        writes: true,
        tag,
        summary: 'Abre a página do Stripe em que se muda o pagamento, se leem faturas e se cancela',
        data: PaymentPage,
        errors: ['CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      deps.signedIn,
      async (c) => respond(c, await openPortal(deps, { userId: c.var.user.id })),
    )
