import { useEffect, useLayoutEffect, useRef } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Message } from '#shared/contract/messages.ts'
import { chatDrafts } from './chat-drafts.ts'
import { clearSentDraft } from './send-message.ts'

/** Moves text, files and context when the new chat gets its address, and so its own key. */
export function useMoveDraft(draftKey: string): void {
  const last = useRef(draftKey)
  useLayoutEffect(() => {
    chatDrafts.move(last.current, draftKey)
    draftAttachments.move(last.current, draftKey)
    draftContext.move(last.current, draftKey)
    last.current = draftKey
  }, [draftKey])
}

/** Clears a draft whose message the server stored after the page was closed. */
export function useClearSentDraft(
  draftKey: string,
  messages: Message[] | undefined,
  session: ChatSession,
): void {
  useEffect(() => {
    const attempt = chatDrafts.attempt(draftKey)
    if (!attempt || !messages?.some((message) => message.id === attempt.messageId)) return
    clearSentDraft(draftKey, attempt)
    draftContext.choose(draftKey, undefined)
    session.dismissFailure()
  }, [draftKey, messages, session])
}
