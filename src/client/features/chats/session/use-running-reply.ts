import { useEffect, useRef, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import { announcementOf, RECONNECTING } from './chat-texts.ts'
import { useChatState } from './use-chat-session.ts'

const SLOW_MS = 30_000

/** Follows the reply that was found running when the chat was opened, or that another tab started. */
export function useFollowRunningReply(session: ChatSession, messages: Message[] | undefined): void {
  const isFollowing = useChatState(session, ({ reply }) => reply !== null)
  const last = messages?.at(-1)
  const runningId = last?.status === 'running' ? last.id : undefined
  useEffect(() => {
    if (runningId && !isFollowing) session.attach(runningId)
  }, [session, runningId, isFollowing])
}

/**
 * What is said of a reply to somebody who does not see it, each once: that it begins, that the connection is lost, how it
 * ended. Its words are not read out while they come; they are read when the reader goes there.
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

/** Turns true when something has been waited for longer than a reader expects. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
