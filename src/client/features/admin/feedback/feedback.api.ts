import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { FeedbackDetail, FeedbackItem, FeedbackPage, ReviewFeedback } from '#shared/contract/feedback.ts'
import { withReview } from './feedback-cache.ts'
import type { FeedbackFilter } from './feedback-search.ts'

const root = ['feedback'] as const
const pathOf = (messageId: string) => `/feedback/admin/${encodeURIComponent(messageId)}`

export const feedbackQueries = {
  list: (filter: FeedbackFilter) =>
    pagedQuery<FeedbackPage>({
      queryKey: [...root, 'list', filter],
      path: '/feedback/admin',
      query: filter,
      staleTime: 0,
    }),
  detail: (messageId: string) =>
    queryOptions({
      queryKey: [...root, 'detail', messageId],
      queryFn: ({ signal }) => request<FeedbackDetail>('GET', pathOf(messageId), { signal }),
      staleTime: 0,
    }),
}

type Review = { item: Pick<FeedbackItem, 'messageId' | 'feedbackAt'>; state: ReviewFeedback['state'] }

/**
 * Stores the review of a thumb down and updates the cached lists.
 * @throws {ApiError} CONFLICT when the rating has changed since.
 */
export async function reviewFeedback(client: QueryClient, { item, state }: Review): Promise<void> {
  const { messageId, feedbackAt } = item
  const body: ReviewFeedback = { state, feedbackAt }
  await request('PATCH', pathOf(messageId), { body })
  for (const [key] of client.getQueriesData({ queryKey: [...root, 'list'] })) {
    const filter = key.at(-1) as FeedbackFilter
    client.setQueryData<InfiniteData<FeedbackPage>>(
      key,
      (list) => list && withReview(list, messageId, state, filter),
    )
  }
  void client.invalidateQueries({ queryKey: root })
}
