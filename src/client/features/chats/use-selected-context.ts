import { useQuery } from '@tanstack/react-query'
import { type ContextItem, chosenItems, itemsOf, NO_ITEMS } from '#client/entities/business/context-items.ts'
import { useDraftContext } from '#client/entities/chats/draft-context.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { newestReply } from '#client/features/chats/session/message-updates.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'

type Options = { draftKey: string; chatId: string; isNew: boolean }

/** Null without a reply. */
const ofNewestReply = (messages: Message[]) => {
  const reply = newestReply(messages)
  return reply ? chosenItems(reply.groundedOn) : null
}
const ofOrigin = ({ origin }: Chat) => (origin ? itemsOf(origin.context) : null)

/**
 * Context of the next message: the draft's, else the newest reply's, else that of the reply that the chat continues.
 * Undefined while it loads.
 */
export function useSelectedContext({ draftKey, chatId, isNew }: Options): readonly ContextItem[] | undefined {
  const changed = useDraftContext(draftKey)
  const enabled = !isNew
  const newest = useQuery({ ...chatQueries.messages(chatId), enabled, select: ofNewestReply }).data
  const origin = useQuery({ ...chatQueries.detail(chatId), enabled, select: ofOrigin }).data
  if (changed) return changed
  if (newest) return newest
  if (isNew) return NO_ITEMS
  return newest === undefined || origin === undefined ? undefined : (origin ?? NO_ITEMS)
}
