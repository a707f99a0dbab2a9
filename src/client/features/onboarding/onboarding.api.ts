import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import type { Onboarding, OnboardingForm } from '#shared/contract/onboarding.ts'

export const onboardingQueries = {
  /** The person's answers; null before they gave any. */
  current: () =>
    queryOptions({
      queryKey: ['me', 'onboarding'],
      queryFn: ({ signal }) => request<Onboarding | null>('GET', '/me/onboarding', { signal }),
    }),
}

/** Stores all answers at once, in place of those before; the session says from then on that there are some. */
export const putOnboarding = (answers: OnboardingForm) =>
  withSessionEvent(request<Onboarding>('PUT', '/me/onboarding', { body: answers }))
