import { useEffect, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'

/** How many messages are added at a time: more than a screen shows, and little enough not to hold it up. */
const STEP = 8

/**
 * From which index on `messages` are to be filled now: the newest at once, and whatever is older step by step, with the
 * screen free in between.
 */
export function useProgressiveRender(messages: Message[]): number {
  const [oldestId, setOldestId] = useState(messages.at(-STEP)?.id)
  const from = Math.max(
    0,
    messages.findIndex(({ id }) => id === oldestId),
  )
  useEffect(() => {
    if (from === 0) return
    const timer = setTimeout(() => setOldestId(messages[Math.max(0, from - STEP)]?.id))
    return () => clearTimeout(timer)
  }, [messages, from])
  return from
}
