import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import type { Onboarding, OnboardingForm } from '#shared/contract/onboarding.ts'

export const onboardingQueries = {
  /** Null before the first answers. */
  current: () =>
    queryOptions({
      queryKey: ['me', 'onboarding'],
      queryFn: ({ signal }) => request<Onboarding | null>('GET', '/me/onboarding', { signal }),
    }),
}

/** Replaces all answers; the session then reports a finished onboarding. */
export const putOnboarding = (answers: OnboardingForm) =>
  withSessionEvent(request<Onboarding>('PUT', '/me/onboarding', { body: answers }))
