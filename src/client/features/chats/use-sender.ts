import { useEffect, useRef } from 'react'
import type { ChatSession } from './chat-session.ts'
import { drafts } from './drafts.ts'

type Place = {
  chatId: string
  agentId: string
  /** Where the text being sent is kept until the server has it. */
  place: string
  /** The server does not know the chat yet. */
  isNew: boolean
  /** Called once a new chat's first message is stored, while its screen is still shown. */
  onCreated: (chatId: string) => void
}

/** The one way to send: a text leaves its draft only when the server has stored it. Resolves to whether it has. */
export function useSender(session: ChatSession, target: Place): (text: string) => Promise<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  return async (text) => {
    const { chatId, agentId, place, isNew, onCreated } = target
    const content = text.trim()
    // A suggestion takes the empty composer, where a failure leaves it; a text already there is not touched.
    if (drafts.text(place) === '') drafts.write(place, content)
    const { messageId } = drafts.nextAttempt(place, chatId, content)
    const isStored = await session.send({ messageId, content, ...(isNew && { newChatWith: agentId }) })
    if (isStored) {
      drafts.acknowledge(place, content)
      if (isNew && isShown.current) onCreated(chatId)
    }
    return isStored
  }
}
