import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { EndFirstHours, FirstHours } from '#shared/contract/getting-started.ts'

export const gettingStartedQueries = {
  /** Asked for on each return: most steps are taken on other pages. */
  current: () =>
    queryOptions({
      queryKey: ['me', 'first-hours'],
      staleTime: 0,
      queryFn: ({ signal }) => request<FirstHours>('GET', '/me/first-hours', { signal }),
    }),
}

const SAID_IN_PASSING = { retry: { limit: 2, backoff: 'linear' }, outlivesPage: true } as const

/** Says that a part is over. Nobody waits for it: at worst another device shows it once more. */
export async function endPart(client: QueryClient, { ended }: EndFirstHours): Promise<void> {
  try {
    const { queryKey } = gettingStartedQueries.current()
    const now = await request<FirstHours>('PUT', '/me/first-hours', { body: { ended }, ...SAID_IN_PASSING })
    client.setQueryData(queryKey, now)
  } catch {
    // This browser remembers it anyway.
  }
}

/** Says that the questionnaire was offered, whatever was said to it. Nobody waits for that either. */
export async function offerOnboarding(client: QueryClient): Promise<void> {
  try {
    await request<unknown>('PUT', '/me/onboarding/offer', SAID_IN_PASSING)
    await client.invalidateQueries({ queryKey: ['me'], exact: true })
  } catch {
    // Then the list begins with it once more.
  }
}
