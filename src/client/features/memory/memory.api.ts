import type { QueryClient } from '@tanstack/react-query'
import { request } from '#client/lib/http.ts'
import type { OnboardingOffer } from '#shared/contract/onboarding.ts'

/** Says that the questionnaire was offered. Nobody waits for it: at worst another browser offers it once more. */
export async function offerOnboarding(client: QueryClient): Promise<void> {
  try {
    await request<OnboardingOffer>('PUT', '/me/onboarding/offer', { retry: { limit: 2, backoff: 'linear' } })
    await client.invalidateQueries({ queryKey: ['me'], exact: true })
  } catch {
    // This browser remembers it anyway.
  }
}
