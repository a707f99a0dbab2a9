import type { ChatSession } from './chat-session.ts'
import { drafts } from './drafts.ts'

type Source = {
  chatId: string
  agentId: string
  /** Where the text being sent is kept until the server has it. */
  place: string
  /** The server does not know the chat yet. */
  isNew: boolean
}

/** The one way to send: a text leaves its draft only when the server has stored it. Resolves to whether it has. */
export async function sendText(
  { chatId, agentId, place, isNew }: Source,
  session: ChatSession,
  text: string,
): Promise<boolean> {
  const content = text.trim()
  // A suggestion takes the empty composer, where a failure leaves it; a text already there is not touched.
  if (drafts.text(place) === '') drafts.write(place, content)
  const { messageId } = drafts.nextAttempt(place, chatId, content)
  const isKept = drafts.text(place).trim() === content
  const newChat = isNew ? { newChatWith: agentId } : {}
  const isStored = await session.send({ messageId, content, isKept, ...newChat })
  if (isStored) {
    drafts.acknowledge(place, content)
    // The screen that sent it may be gone, and another one show the chat: that one takes the address.
    if (isNew) session.open()
  }
  return isStored
}
