import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'

const STORES = [chatDrafts, draftAttachments, draftContext]

/**
 * Moves text, files and context of home's draft to a new chat's. A draft that the chat has already changes places with
 * it, if home's has a text.
 */
export function takeDraft(from: string, to: string): void {
  if (from === to) return
  const aside = `${from}:aside`
  const hasText = /\S/.test(chatDrafts.text(from))
  if (hasText) for (const store of STORES) store.move(to, aside)
  for (const store of STORES) store.move(from, to)
  for (const store of STORES) store.move(aside, from)
}
