import type { InfiniteData } from '@tanstack/react-query'
import type { FeedbackItem, FeedbackPage, FeedbackState } from '#shared/contract/feedback.ts'
import type { FeedbackFilter } from './feedback-search.ts'

/** A list as it is once one of its thumbs was looked at: gone from where it does not belong any more. */
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

/** What comes after an item that leaves the list: the next, at its end the one before, else none. */
export function neighbourOf(items: readonly FeedbackItem[], messageId: string): string | undefined {
  const at = items.findIndex((item) => item.messageId === messageId)
  return at < 0 ? undefined : (items[at + 1] ?? items[at - 1])?.messageId
}

/** The lines of a reason: what was chosen, then the person's own words. */
export const linesOf = (reason: string | null): string[] =>
  (reason ?? '').split('\n').filter((line) => line.trim() !== '')
