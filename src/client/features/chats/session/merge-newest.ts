import type { Message } from '#shared/contract/messages.ts'

/**
 * Merges the newest messages into the known ones; older pages stay. Null if the two do not overlap and a full refetch is
 * needed.
 */
export function mergeNewest(known: Message[], newest: Message[], limit: number): Message[] | null {
  const first = newest[0]
  if (!first) return known
  const meeting = known.findIndex((message) => message.id === first.id)
  if (meeting >= 0) return [...known.slice(0, meeting), ...newest]
  return newest.length < limit || known.length === 0 ? newest : null
}
