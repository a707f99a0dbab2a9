import { useEffect, useLayoutEffect, useRef } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Message } from '#shared/contract/messages.ts'
import { chatDrafts } from './chat-drafts.ts'
import { clearSentDraft } from './send-message.ts'

/** On one screen the draft's place changes only when the new chat got its address; text, files and context go along. */
export function useMoveDraft(draftKey: string): void {
  const last = useRef(draftKey)
  useLayoutEffect(() => {
    chatDrafts.move(last.current, draftKey)
    draftAttachments.move(last.current, draftKey)
    draftContext.move(last.current, draftKey)
    last.current = draftKey
  }, [draftKey])
}

/** A page that was closed before the server's answer came finds its message stored: the draft has served. */
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
