import { readTable } from '#client/ui/table/table-search.ts'

/** Which thumbs down are listed, and which one is open, from the page's address. Without a state: what waits. */
export const readFeedback = readTable({
  state: ['open', 'done', 'ignored', 'all'],
  agentId: 'id',
  message: 'id',
})

export type FeedbackSearch = ReturnType<typeof readFeedback>

/** What the list is asked for: the open one is no part of it. */
export const filterOf = ({ state = 'open', agentId, q }: FeedbackSearch) => ({
  state: state === 'all' ? undefined : state,
  agentId,
  q,
})

export type FeedbackFilter = ReturnType<typeof filterOf>
