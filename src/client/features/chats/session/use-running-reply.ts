import { useEffect, useRef, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import { announcementOf, RECONNECTING } from './chat-texts.ts'
import { useChatState } from './use-chat-session.ts'

/** Follows a reply that was running when the chat opened, or that another tab started. */
export function useFollowRunningReply(session: ChatSession, messages: Message[] | undefined): void {
  const isFollowing = useChatState(session, ({ reply }) => reply !== null)
  const last = messages?.at(-1)
  const runningId = last?.status === 'running' ? last.id : undefined
  useEffect(() => {
    if (runningId && !isFollowing) session.attach(runningId)
  }, [session, runningId, isFollowing])
}

/**
 * Text of the live region: a reply begins, the connection is lost, how it ended. The reply's own text is not announced
 * while it streams.
 */
export function useReplyAnnouncement(
  session: ChatSession,
  { messages, agentName }: { messages: Message[] | undefined; agentName: string },
): string {
  const isFollowing = useChatState(session, ({ reply }) => reply !== null)
  const isLost = useChatState(session, ({ reply }) => reply?.isConnected === false)
  const wasFollowing = useRef(false)
  const [ending, setEnding] = useState('')
  const last = messages?.at(-1)
  useEffect(() => {
    if (isFollowing) setEnding('')
    else if (wasFollowing.current && last && last.status !== 'running') setEnding(announcementOf(last))
    wasFollowing.current = isFollowing
  }, [isFollowing, last])
  if (isLost) return RECONNECTING
  return isFollowing ? `${agentName} está respondendo` : ending
}
