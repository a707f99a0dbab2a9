import { useEffect } from 'react'
import { onChatChange } from '#client/entities/chats/chat-broadcast.ts'
import type { ChatSession } from './chat-session.ts'
import { isBusy } from './chat-state.ts'

/**
 * How often an open chat asks whether it went on elsewhere: one small request every 5 s while somebody is at it, ever
 * more seldom, down to one in 30 s, while nothing happens; none in a hidden tab or while a reply is followed.
 */
const SHORT_MS = 5_000
const LONG_MS = 30_000
const STRETCH = 1.5
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focus', 'online'] as const

/**
 * Brings what happens in a chat elsewhere: at once from this browser's other tabs, within seconds from other devices,
 * and when it is opened from what was known or its tab is looked at again.
 */
export function useChatPolling(session: ChatSession, chatId: string, isNew: boolean): void {
  useEffect(() => {
    if (isNew) return
    void session.refresh()
    let isStale = false
    const handleVisibility = () => {
      if (document.visibilityState !== 'visible') return
      void session.refresh({ isStale })
      isStale = false
    }
    // A hidden tab asks when it is seen again: browsers open only so many connections to one server.
    const leave = onChatChange((announced) => {
      if (announced !== chatId) return
      if (document.visibilityState === 'visible') void session.refresh({ isStale: true })
      else isStale = true
    })
    document.addEventListener('visibilitychange', handleVisibility)
    const end = lookRepeatedly(session)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', handleVisibility)
      end()
    }
  }, [session, chatId, isNew])
}

function lookRepeatedly(session: ChatSession): () => void {
  let delay = SHORT_MS
  let timer = setTimeout(look, delay)
  let isOver = false
  let isLooking = false
  async function look() {
    if (document.visibilityState === 'visible') {
      isLooking = true
      const hasChanged = await session.look().catch(() => false)
      isLooking = false
      delay = hasChanged || isBusy(session.getState()) ? SHORT_MS : Math.min(delay * STRETCH, LONG_MS)
    }
    if (!isOver) timer = setTimeout(look, delay)
  }
  const wake = () => {
    if (delay === SHORT_MS || isLooking) return
    delay = SHORT_MS
    clearTimeout(timer)
    timer = setTimeout(look, delay)
  }
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, wake, { passive: true })
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, wake)
  }
}
