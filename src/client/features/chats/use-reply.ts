import { useEffect, useRef, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import { announcementOf } from './chat-texts.ts'
import { useChatState } from './use-chat-session.ts'

const SLOW_MS = 30_000

/** Follows the reply that was found running when the chat was opened, or that another tab started. */
export function useAttach(session: ChatSession, messages: Message[] | undefined): void {
  const isFollowing = useChatState(session, ({ reply }) => reply !== null)
  const last = messages?.at(-1)
  const runningId = last?.status === 'running' ? last.id : undefined
  useEffect(() => {
    if (runningId && !isFollowing) session.attach(runningId)
  }, [session, runningId, isFollowing])
}

/** What to say, once, when a reply that was followed here has ended; empty before that. */
export function useEndAnnouncement(session: ChatSession, messages: Message[] | undefined): string {
  const isFollowing = useChatState(session, ({ reply }) => reply !== null)
  const wasFollowing = useRef(false)
  const [announcement, setAnnouncement] = useState('')
  const last = messages?.at(-1)
  useEffect(() => {
    if (isFollowing) setAnnouncement('')
    else if (wasFollowing.current && last && last.status !== 'running') setAnnouncement(announcementOf(last))
    wasFollowing.current = isFollowing
  }, [isFollowing, last])
  return announcement
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
