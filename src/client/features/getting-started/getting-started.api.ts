import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { FirstHours } from '#shared/contract/getting-started.ts'

export const gettingStartedQueries = {
  /** Asked for on each return: most steps are taken on other pages. */
  current: () =>
    queryOptions({
      queryKey: ['me', 'first-hours'],
      staleTime: 0,
      queryFn: ({ signal }) => request<FirstHours>('GET', '/me/first-hours', { signal }),
    }),
}

const BACKGROUND = { retry: { limit: 2, backoff: 'linear' }, outlivesPage: true } as const

/** Reports that the list has ended. Callers do not await it: at worst another device shows it again. */
export async function endChecklist(client: QueryClient): Promise<void> {
  try {
    const { queryKey } = gettingStartedQueries.current()
    const now = await request<FirstHours>('PUT', '/me/first-hours', {
      body: { ended: 'checklist' },
      ...BACKGROUND,
    })
    client.setQueryData(queryKey, now)
  } catch {
    // This browser has stored it.
  }
}

/** Reports that the questionnaire was offered, accepted or not. Callers do not await it. */
export async function offerOnboarding(client: QueryClient): Promise<void> {
  try {
    await request<unknown>('PUT', '/me/onboarding/offer', BACKGROUND)
    await client.invalidateQueries({ queryKey: ['me'], exact: true })
  } catch {
    // The checklist shows it again.
  }
}
