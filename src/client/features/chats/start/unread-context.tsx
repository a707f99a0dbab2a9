import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ContextItem, withoutItem } from '#client/entities/business/context-items.ts'
import { findReadable } from '#client/entities/business/use-source-choices.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { namesOf } from '#client/features/chats/composer/remove-deleted-context.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import classes from './start-composer.module.css'

type Props = { chosen: readonly ContextItem[]; agentId: string }

/** On sending, what the screen has just shown is not asked again. */
const FRESH_MS = 5_000

/** The items of the house that the agent does not read; the user's own are read by every agent. */
function unreadQuery({ chosen, agentId }: Props) {
  const ofHouse = chosen.filter(({ isHouse }) => isHouse)
  return queryOptions({
    queryKey: ['collections', 'choices', 'unread', agentId, ofHouse.map(({ id }) => id)],
    // Without its signal: a sending that waits for the answer outlives the screen.
    queryFn: async () => {
      const readable = await findReadable(ofHouse, agentId)
      return ofHouse.filter(({ id }) => !readable.has(id))
    },
  })
}

const unreadText = (unread: readonly ContextItem[]): string =>
  `Este agente não lê ${namesOf(unread)}, que ${unread.length === 1 ? 'fica' : 'ficam'} fora da mensagem.`

/** Names the chosen items that the agent does not read, while another agent can still be chosen. */
export function UnreadContext(props: Props) {
  const { data: unread = [] } = useQuery({ ...unreadQuery(props), staleTime: 0 })
  return (
    <p role="status" className={classes.unread}>
      {unread.length > 0 && unreadText(unread)}
    </p>
  )
}

/** Resolves to the removal of these items from a draft, which says so. @throws {ApiError} */
export async function checkContext(draftKey: string, { chosen, agentId }: Props): Promise<() => void> {
  const query = { ...unreadQuery({ chosen, agentId }), staleTime: FRESH_MS, retry: false }
  const unread = await queryClient.fetchQuery(query)
  return () => {
    if (unread.length === 0) return
    // Others may have been chosen meanwhile.
    draftContext.choose(draftKey, unread.reduce(withoutItem, draftContext.items(draftKey) ?? chosen))
    showToast(unreadText(unread), 'info')
  }
}
