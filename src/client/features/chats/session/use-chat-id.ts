import { useState } from 'react'
import { v7 as newId } from 'uuid'

/**
 * The id of the conversation on screen. A new chat has its id before the server knows it, so that becoming an
 * existing chat changes the address and nothing else; `pendingId` is one that an earlier try may have created.
 */
export function useChatId(chatId: string | undefined, pendingId: () => string | undefined): string {
  const [fresh, setFresh] = useState({ id: '', isUsed: true })
  let current = fresh
  if (chatId === undefined && fresh.isUsed) current = { id: pendingId() ?? newId(), isUsed: false }
  else if (chatId === fresh.id) current = { id: fresh.id, isUsed: true }
  if (current.id !== fresh.id || current.isUsed !== fresh.isUsed) setFresh(current)
  return chatId ?? current.id
}
