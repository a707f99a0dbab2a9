import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { type ContextItem, chosenItems, contextItemKey } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { MessageEditorProps } from './message-editor.tsx'

/** A message while it is written anew. Until the server has it, its text is kept as the composer's is. */
export function useMessageEdit({ message, scene, onCancel, onSent }: MessageEditorProps) {
  const { session } = scene
  const place = `${scene.place}:edit:${message.id}`
  const [text, setText] = useState(() => chatDrafts.text(place) || message.content)
  const [attachments, setAttachments] = useState<Attachment[]>(message.attachments)
  const client = useQueryClient()
  const messages = client.getQueryData(chatQueries.messages(message.chatId).queryKey)
  const answer = messages?.find(({ parentId }) => parentId === message.id)
  const changed = useSyncExternalStore(draftContext.subscribe, () => draftContext.items(place))
  // What its reply stands on is what was sent with it; what never had a reply is told by the server.
  const chosen = changed ?? (answer && chosenItems(answer.groundedOn))

  const change = (value: string) => {
    // PostgreSQL text holds no NUL, which only a paste can bring.
    const clean = value.replaceAll('\u0000', '')
    setText(clean)
    chatDrafts.write(place, clean)
    session.dismissFailure()
  }
  const forget = (sent: string) => {
    chatDrafts.acknowledge(place, sent)
    chatDrafts.write(place, '')
    draftContext.choose(place, undefined)
  }
  return {
    text,
    change,
    attachments,
    chosen,
    choose: (items: readonly ContextItem[]) => draftContext.choose(place, items),
    leaveOut: (id: string) => setAttachments((all) => all.filter((attachment) => attachment.id !== id)),
    cancel: () => {
      forget('')
      session.dismissFailure()
      onCancel()
    },
    send: async () => {
      const content = text.trim()
      const ids = attachments.map(({ id }) => id)
      const context = chosen?.map(contextItemKey).join()
      const { messageId } = chatDrafts.nextAttempt(place, message.chatId, content, ids, context)
      const sent = { messageId, content, attachments, chosen, replacesId: message.id, isKept: true }
      if (!(await session.send(sent))) return
      forget(content)
      onSent()
    },
  }
}
