import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { chatCalls } from './chat-calls.ts'
import { ChatSession } from './chat-session.ts'
import type { ChatState, LiveReply } from './chat-state.ts'
import { browserScheduler } from './scheduler.ts'

/** One session per chat and cache, so that a reopened chat keeps its message in flight. */
const sessions = new WeakMap<QueryClient, Map<string, ChatSession>>()

export const useChatSession = (chatId: string): ChatSession => chatSessionOf(useQueryClient(), chatId)

/** The session of a chat, with or without a screen that shows it. */
export function chatSessionOf(client: QueryClient, chatId: string): ChatSession {
  const known = sessions.get(client) ?? new Map<string, ChatSession>()
  sessions.set(client, known)
  let session = known.get(chatId)
  if (!session) {
    session = new ChatSession(chatId, { client, calls: chatCalls, clock: browserScheduler })
    known.set(chatId, session)
  }
  return session
}

/** Selects a value of the session; renders only when it changes, so it must be referentially stable. */
export function useChatState<T>(session: ChatSession, select: (state: ChatState) => T): T {
  return useSyncExternalStore(session.subscribe, () => select(session.getState()))
}

/** The streaming state of a message; null if only the stored message exists. */
export function useLiveReply(session: ChatSession, messageId: string): LiveReply | null {
  return useChatState(session, ({ reply }) => (reply?.messageId === messageId ? reply : null))
}
