import { readTable } from '#client/ui/table/table-search.ts'

export const readFeedback = readTable({
  state: ['open', 'done', 'ignored', 'all'],
  agentId: 'id',
  message: 'id',
})

export type FeedbackSearch = ReturnType<typeof readFeedback>

export const filterOf = ({ state = 'open', agentId, q }: FeedbackSearch) => ({
  state: state === 'all' ? undefined : state,
  agentId,
  q,
})

export type FeedbackFilter = ReturnType<typeof filterOf>
