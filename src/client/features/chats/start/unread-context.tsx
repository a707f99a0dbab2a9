import { useQuery } from '@tanstack/react-query'
import { type ContextItem, withoutItem } from '#client/entities/business/context-items.ts'
import { findSourceChoices } from '#client/entities/business/use-source-choices.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { namesOf } from '#client/features/chats/composer/remove-deleted-context.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import classes from './start-composer.module.css'

type Props = { chosen: readonly ContextItem[]; agentId: string }

/** The items of the house that the agent does not read; the user's own are read by every agent. */
async function findUnread({ chosen, agentId }: Props, signal?: AbortSignal): Promise<ContextItem[]> {
  const ofHouse = chosen.filter(({ isHouse }) => isHouse)
  const choices = await Promise.all(
    // By its id: it may have another name now, or one that many have.
    ofHouse.map(({ id }) => findSourceChoices({ id, agentId }, signal)),
  )
  return ofHouse.filter((_, index) => choices[index]?.length === 0)
}

const unreadText = (unread: readonly ContextItem[]): string =>
  `Este agente não lê ${namesOf(unread)}, que ${unread.length === 1 ? 'fica' : 'ficam'} fora da mensagem.`

/** Names the chosen items that the agent does not read, while another agent can still be chosen. */
export function UnreadContext({ chosen, agentId }: Props) {
  const { data: unread = [] } = useQuery({
    queryKey: ['collections', 'choices', 'unread', agentId, chosen.map(({ id }) => id)],
    queryFn: ({ signal }) => findUnread({ chosen, agentId }, signal),
    staleTime: 0,
  })
  return (
    <p role="status" className={classes.unread}>
      {unread.length > 0 && unreadText(unread)}
    </p>
  )
}

/** Resolves to the removal of these items from a draft, which says so. @throws {ApiError} */
export async function checkContext(draftKey: string, { chosen, agentId }: Props): Promise<() => void> {
  const unread = await findUnread({ chosen, agentId })
  return () => {
    if (unread.length === 0) return
    // Others may have been chosen meanwhile.
    draftContext.choose(draftKey, unread.reduce(withoutItem, draftContext.items(draftKey) ?? chosen))
    showToast(unreadText(unread), 'info')
  }
}
