import { useQuery } from '@tanstack/react-query'
import { type ContextItem, chosenItems, itemsOf, NO_ITEMS } from '#client/entities/business/context-items.ts'
import { useDraftContext } from '#client/entities/chats/draft-context.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { newestReply } from '#client/features/chats/session/message-updates.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'

type Place = { draftKey: string; chatId: string; isNew: boolean }

/** Null where no reply says anything. */
const ofNewestReply = (messages: Message[]) => {
  const reply = newestReply(messages)
  return reply ? chosenItems(reply.groundedOn) : null
}
const ofOrigin = ({ origin }: Chat) => (origin ? itemsOf(origin.context) : null)

/**
 * What the next message of a chat is grounded on: what was changed in its draft, else what its newest reply stands on,
 * else what the reply stood on that the chat goes on from. Undefined while nobody knows.
 */
export function useSelectedContext({ draftKey, chatId, isNew }: Place): readonly ContextItem[] | undefined {
  const changed = useDraftContext(draftKey)
  const enabled = !isNew
  const newest = useQuery({ ...chatQueries.messages(chatId), enabled, select: ofNewestReply }).data
  const origin = useQuery({ ...chatQueries.detail(chatId), enabled, select: ofOrigin }).data
  if (changed) return changed
  if (newest) return newest
  if (isNew) return NO_ITEMS
  return newest === undefined || origin === undefined ? undefined : (origin ?? NO_ITEMS)
}
