import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContextItem, chosenItems, contextItemKey } from '#client/entities/business/context-items.ts'
import { draftContext, useDraftContext } from '#client/entities/chats/draft-context.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { MessageProps } from './message-props.ts'

export type MessageEditorProps = Pick<MessageProps, 'message' | 'thread'> & {
  onCancel: () => void
  onSent: () => void
}

/** State of a message being edited; its text is a chat draft of its own until the server stores it. */
export function useMessageEdit({ message, thread, onCancel, onSent }: MessageEditorProps) {
  const { session } = thread
  const draftKey = `${thread.draftKey}:edit:${message.id}`
  const [text, setText] = useState(() => chatDrafts.text(draftKey) || message.content)
  const [attachments, setAttachments] = useState<Attachment[]>(message.attachments)
  const client = useQueryClient()
  const messages = client.getQueryData(chatQueries.messages(message.chatId).queryKey)
  const answer = messages?.find(({ parentId }) => parentId === message.id)
  const changed = useDraftContext(draftKey)
  // The reply carries the context that was sent. Without a reply, the server keeps the message's own.
  const chosen = changed ?? (answer && chosenItems(answer.groundedOn))

  const change = (value: string) => {
    // PostgreSQL text holds no NUL, which only a paste can bring.
    const clean = value.replaceAll('\u0000', '')
    setText(clean)
    chatDrafts.write(draftKey, clean)
    session.dismissFailure()
  }
  const clear = (sent: string) => {
    chatDrafts.acknowledge(draftKey, sent)
    chatDrafts.write(draftKey, '')
    draftContext.choose(draftKey, undefined)
  }
  return {
    text,
    change,
    attachments,
    chosen,
    choose: (items: readonly ContextItem[]) => draftContext.choose(draftKey, items),
    removeAttachment: (id: string) =>
      setAttachments((all) => all.filter((attachment) => attachment.id !== id)),
    cancel: () => {
      clear('')
      session.dismissFailure()
      onCancel()
    },
    send: async () => {
      const content = text.trim()
      const ids = attachments.map(({ id }) => id)
      const context = chosen?.map(contextItemKey).join()
      const { messageId } = chatDrafts.nextAttempt(draftKey, message.chatId, content, ids, context)
      const sent = { messageId, content, attachments, chosen, replacesId: message.id, isKept: true }
      if (!(await session.send(sent))) return
      clear(content)
      onSent()
    },
  }
}
