import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onChatChange } from '#client/entities/chats/chat-broadcast.ts'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import { chatListQuery } from '#client/entities/chats/chat-lists.api.ts'
import { markChatRead } from '#client/entities/chats/chat-mutations.ts'
import type { Chat } from '#shared/contract/chats.ts'

/** Polling interval while a reply runs elsewhere. */
const LOOK_MS = 15_000
/** Delays after the first reply at which the generated title is read. */
const TITLE_MS = [2_000, 5_000]
const TITLE_PATIENCE_MS = 2 * 60_000

const awaitsTitle = ({ isTitleProvisional, isRunning, lastMessageAt }: Chat) =>
  isTitleProvisional && !isRunning && Date.now() - Date.parse(lastMessageAt) < TITLE_PATIENCE_MS

/** The chats of the sidebar, refetched while they may change elsewhere. */
export function useChatList() {
  const client = useQueryClient()
  const list = useQuery({
    ...chatListQuery('open'),
    refetchInterval: ({ state }) =>
      state.data?.items.some((chat) => chat.isRunning || awaitsTitle(chat)) ? LOOK_MS : false,
    refetchOnWindowFocus: 'always',
  })
  const chats = list.data?.items ?? []
  useEffect(
    () =>
      onChatChange((chatId) => {
        void client.invalidateQueries({ queryKey: chatKeys.lists })
        void client.invalidateQueries({ queryKey: chatKeys.detail(chatId) })
      }),
    [client],
  )
  useTitles(client, chats)
  useFinishedReplies(client, chats)
  return list
}

/** Refetches twice for the generated titles of new chats. */
function useTitles(client: QueryClient, chats: Chat[]) {
  const awaited = idsOf(chats.filter(awaitsTitle))
  useEffect(() => {
    if (awaited === '') return
    return atEach(TITLE_MS, () => void client.invalidateQueries({ queryKey: chatKeys.lists }))
  }, [client, awaited])
}

/** Refetches when a running reply has ended. */
function useFinishedReplies(client: QueryClient, chats: Chat[]) {
  const running = idsOf(chats.filter(({ isRunning }) => isRunning))
  const before = useRef(running)
  useEffect(() => {
    const hasEnded = before.current.split(' ').some((id) => id !== '' && !running.includes(id))
    before.current = running
    if (hasEnded) void client.invalidateQueries({ queryKey: chatKeys.lists })
  }, [client, running])
}

/** Marks the open chat as read while the page is visible, and refetches its generated title. */
export function useOpenChat(chat: Chat | undefined, { marksRead }: { marksRead: boolean }): void {
  const client = useQueryClient()
  const unreadId = marksRead && chat?.isUnread && !chat.isRunning ? chat.id : undefined
  useEffect(() => {
    if (!unreadId) return
    const tell = () => {
      if (document.visibilityState === 'visible') void markChatRead(client, unreadId)
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [client, unreadId])
  const untitledId = chat && awaitsTitle(chat) ? chat.id : undefined
  useEffect(() => {
    if (!untitledId) return
    return atEach(TITLE_MS, () => void client.invalidateQueries({ queryKey: chatKeys.detail(untitledId) }))
  }, [client, untitledId])
}

const idsOf = (chats: Chat[]) => chats.map(({ id }) => id).join(' ')

function atEach(delays: number[], task: () => void): () => void {
  const timers = delays.map((ms) => setTimeout(task, ms))
  return () => timers.forEach(clearTimeout)
}
