import { useEffect, useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'

/** How many messages are added at a time: more than a screen shows, and little enough not to hold it up. */
const STEP = 8

/**
 * What to show of `messages` now: the newest at once, and whatever is older than what is shown step by step, with the
 * screen free in between. `onBeforeStep` is called before each step, which adds to the top.
 */
export function useNewestFirst(messages: Message[], onBeforeStep: () => void): Message[] {
  const [oldestId, setOldestId] = useState(messages.at(-STEP)?.id)
  const from = Math.max(
    0,
    messages.findIndex(({ id }) => id === oldestId),
  )
  useEffect(() => {
    if (from === 0) return
    const timer = setTimeout(() => {
      onBeforeStep()
      setOldestId(messages[Math.max(0, from - STEP)]?.id)
    })
    return () => clearTimeout(timer)
  }, [messages, from, onBeforeStep])
  return from === 0 ? messages : messages.slice(from)
}
