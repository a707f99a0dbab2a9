import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { ReviewRuleVersion } from '#shared/contract/review-rule-versions.ts'
import type {
  AdminReviewRule,
  CreateReviewRule,
  RuleReach,
  UpdateReviewRule,
} from '#shared/contract/reviews.ts'

const PATH = '/review-rules/admin'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

export const reviewRulesQuery = () =>
  queryOptions({
    queryKey: ['review-rules'],
    queryFn: ({ signal }) => request<AdminReviewRule[]>('GET', PATH, { signal }),
    staleTime: 0,
  })

/** The saved documents in which the phrases of a rule of the house stand; counted anew each time. */
export const ruleReachQuery = ({ id, version }: AdminReviewRule) =>
  queryOptions({
    queryKey: ['review-rule-reach', id, version],
    queryFn: ({ signal }) => request<RuleReach>('GET', `${pathOf(id)}/reach`, { signal }),
    ...{ staleTime: 0, gcTime: 0, retry: false, refetchOnReconnect: false },
  })

/** The versions of a rule, newest first; not kept: an old list would call an earlier version the one in use. */
export const ruleVersionsQuery = (id: string) =>
  allPagesQuery<ReviewRuleVersion>({
    queryKey: ['review-rule-versions', id],
    staleTime: 0,
    gcTime: 0,
    path: `${pathOf(id)}/versions`,
  })

const rulesChanged = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: reviewRulesQuery().queryKey })

/** @throws {ApiError} */
export async function createRule(client: QueryClient, body: CreateReviewRule): Promise<AdminReviewRule> {
  const rule = await request<AdminReviewRule>('POST', PATH, { body })
  await rulesChanged(client)
  return rule
}

/** @throws {ApiError} */
export async function updateRule(
  client: QueryClient,
  id: string,
  body: UpdateReviewRule,
): Promise<AdminReviewRule> {
  const rule = await request<AdminReviewRule>('PATCH', pathOf(id), { body })
  await rulesChanged(client)
  return rule
}

/** @throws {ApiError} */
export async function deleteRule(client: QueryClient, id: string): Promise<void> {
  await request<AdminReviewRule>('DELETE', pathOf(id))
  await rulesChanged(client)
}

/** Saves an earlier version as the newest one. @throws {ApiError} */
export async function restoreRuleVersion(
  client: QueryClient,
  id: string,
  number: number,
): Promise<AdminReviewRule> {
  const rule = await request<AdminReviewRule>('POST', `${pathOf(id)}/versions/${number}/restore`)
  await rulesChanged(client)
  return rule
}
