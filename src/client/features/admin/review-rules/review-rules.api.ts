import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AdminReviewRule, CreateReviewRule, UpdateReviewRule } from '#shared/contract/reviews.ts'

const PATH = '/review-rules/admin'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

export const reviewRulesQuery = () =>
  queryOptions({
    queryKey: ['review-rules'],
    queryFn: ({ signal }) => request<AdminReviewRule[]>('GET', PATH, { signal }),
    staleTime: 0,
  })

const rulesChanged = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: reviewRulesQuery().queryKey })

/** @throws {ApiError} */
export async function createRule(client: QueryClient, body: CreateReviewRule): Promise<void> {
  await request<AdminReviewRule>('POST', PATH, { body })
  await rulesChanged(client)
}

/** @throws {ApiError} */
export async function updateRule(client: QueryClient, id: string, body: UpdateReviewRule): Promise<void> {
  await request<AdminReviewRule>('PATCH', pathOf(id), { body })
  await rulesChanged(client)
}

/** @throws {ApiError} */
export async function deleteRule(client: QueryClient, id: string): Promise<void> {
  await request<AdminReviewRule>('DELETE', pathOf(id))
  await rulesChanged(client)
}
