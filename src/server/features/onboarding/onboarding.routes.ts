import { Onboarding, OnboardingAnswers, OnboardingOffer } from '#shared/contract/onboarding.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { findOnboarding, noteOnboardingOffer, saveOnboarding } from './onboarding.queries.ts'

export const onboardingRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/me/onboarding',
      operation({
        tag: 'me',
        summary: 'O que a própria pessoa respondeu sobre o negócio; null antes disso',
        data: Onboarding.nullable(),
      }),
      signedIn,
      async (c) => respond(c, await findOnboarding(db, { userId: c.var.user.id })),
    )
    .put(
      '/me/onboarding',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Guarda as respostas do questionário no lugar das anteriores',
        data: Onboarding,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      input('json', OnboardingAnswers),
      async (c) => respond(c, await saveOnboarding(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .put(
      '/me/onboarding/offer',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Anota que o questionário já foi oferecido; repetir não muda nada',
        data: OnboardingOffer,
      }),
      signedIn,
      async (c) => respond(c, await noteOnboardingOffer(db, { userId: c.var.user.id })),
    )
