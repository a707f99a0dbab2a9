import { useEffect } from 'react'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import { takeStart } from './start-requests.ts'

/** Sends the draft of a new chat that home or the agent's page has asked to send. */
export function useStartRequest(draftKey: string, isOpen: boolean, send: (text: string) => void): void {
  useEffect(() => {
    if (takeStart(draftKey) && isOpen) send(chatDrafts.text(draftKey))
  })
}
