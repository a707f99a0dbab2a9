import { useEffect } from 'react'
import { onChatChange } from '#client/entities/chats/chat-broadcast.ts'
import type { ChatSession } from './chat-session.ts'
import { isBusy } from './chat-state.ts'

/**
 * Polling interval of an open chat: 5 s while the user is active, growing to 30 s while nothing happens; no request in a
 * hidden tab or while a reply streams.
 */
const SHORT_MS = 5_000
const LONG_MS = 30_000
const STRETCH = 1.5
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'focus', 'online'] as const

/**
 * Fetches changes made elsewhere: at once from this browser's other tabs, by polling from other devices, and when the chat
 * opens or its tab becomes visible.
 */
export function useChatPolling(session: ChatSession, chatId: string, isNew: boolean): void {
  useEffect(() => {
    // Another tab has sent the message that waited in this one.
    if (isNew) return onChatChange((announced) => announced === chatId && session.open())
    void session.refresh()
    let isStale = false
    const handleVisibility = () => {
      if (document.visibilityState !== 'visible') return
      void session.refresh({ isStale })
      isStale = false
    }
    // A hidden tab fetches when it becomes visible: connections per server are limited.
    const leave = onChatChange((announced) => {
      if (announced !== chatId) return
      if (document.visibilityState === 'visible') void session.refresh({ isStale: true })
      else isStale = true
    })
    document.addEventListener('visibilitychange', handleVisibility)
    const end = pollRepeatedly(session)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', handleVisibility)
      end()
    }
  }, [session, chatId, isNew])
}

function pollRepeatedly(session: ChatSession): () => void {
  let delay = SHORT_MS
  let timer = setTimeout(poll, delay)
  let isOver = false
  let isPolling = false
  async function poll() {
    if (document.visibilityState === 'visible') {
      isPolling = true
      const hasChanged = await session.poll().catch(() => false)
      isPolling = false
      delay = hasChanged || isBusy(session.getState()) ? SHORT_MS : Math.min(delay * STRETCH, LONG_MS)
    }
    if (!isOver) timer = setTimeout(poll, delay)
  }
  const wake = () => {
    if (delay === SHORT_MS || isPolling) return
    delay = SHORT_MS
    clearTimeout(timer)
    timer = setTimeout(poll, delay)
  }
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, wake, { passive: true })
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const sign of ACTIVITY_EVENTS) removeEventListener(sign, wake)
  }
}
