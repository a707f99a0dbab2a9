import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { ChangeHouse, House } from '#shared/contract/house.ts'

export const houseQueries = {
  current: () =>
    queryOptions({
      queryKey: ['house'],
      queryFn: ({ signal }) => request<House>('GET', '/house/admin', { signal }),
      staleTime: 0,
    }),
}

/** Replaces the looks of the house. @throws {ApiError} CONFLICT when `version` is not the newest. */
export async function saveHouse(client: QueryClient, body: ChangeHouse): Promise<void> {
  client.setQueryData(houseQueries.current().queryKey, await request<House>('PUT', '/house/admin', { body }))
}
