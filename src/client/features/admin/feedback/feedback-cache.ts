import type { InfiniteData } from '@tanstack/react-query'
import type { FeedbackItem, FeedbackPage, FeedbackState } from '#shared/contract/feedback.ts'
import type { FeedbackFilter } from './feedback-search.ts'

export function withReview(
  list: InfiniteData<FeedbackPage>,
  messageId: string,
  state: FeedbackState,
  filter: FeedbackFilter,
): InfiniteData<FeedbackPage> {
  const stays = filter.state === undefined || filter.state === state
  const change = (item: FeedbackItem) => {
    if (item.messageId !== messageId) return item
    return stays ? { ...item, state } : []
  }
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) }
}

export function neighbourOf(items: readonly FeedbackItem[], messageId: string): string | undefined {
  const at = items.findIndex((item) => item.messageId === messageId)
  return at < 0 ? undefined : (items[at + 1] ?? items[at - 1])?.messageId
}

export const linesOf = (reason: string | null): string[] =>
  (reason ?? '').split('\n').filter((line) => line.trim() !== '')
