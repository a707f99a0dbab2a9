import { useEffect, useLayoutEffect, useRef } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Message } from '#shared/contract/messages.ts'
import { chatDrafts } from './chat-drafts.ts'
import { clearSentDraft } from './send-message.ts'

/** On one screen the draft's place changes only when the new chat got its address; text, files and context go along. */
export function useMoveDraft(place: string): void {
  const last = useRef(place)
  useLayoutEffect(() => {
    chatDrafts.move(last.current, place)
    draftAttachments.move(last.current, place)
    draftContext.move(last.current, place)
    last.current = place
  }, [place])
}

/** A page that was closed before the server's answer came finds its message stored: the draft has served. */
export function useClearSentDraft(
  place: string,
  messages: Message[] | undefined,
  session: ChatSession,
): void {
  useEffect(() => {
    const attempt = chatDrafts.attempt(place)
    if (!attempt || !messages?.some((message) => message.id === attempt.messageId)) return
    clearSentDraft(place, attempt)
    draftContext.choose(place, undefined)
    session.dismissFailure()
  }, [place, messages, session])
}
