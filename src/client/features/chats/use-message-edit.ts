import { useState } from 'react'
import type { Attachment } from '#shared/contract/attachments.ts'
import { drafts } from './drafts.ts'
import type { MessageEditorProps } from './message-editor.tsx'

/** A message while it is written anew. Until the server has it, its text is kept as the composer's is. */
export function useMessageEdit({ message, scene, onCancel, onSent }: MessageEditorProps) {
  const { session } = scene
  const place = `${scene.place}:edit:${message.id}`
  const [text, setText] = useState(() => drafts.text(place) || message.content)
  const [attachments, setAttachments] = useState<Attachment[]>(message.attachments)

  const change = (value: string) => {
    // PostgreSQL text holds no NUL, which only a paste can bring.
    const clean = value.replaceAll('\u0000', '')
    setText(clean)
    drafts.write(place, clean)
    session.dismissFailure()
  }
  const forget = (sent: string) => {
    drafts.acknowledge(place, sent)
    drafts.write(place, '')
  }
  return {
    text,
    change,
    attachments,
    leaveOut: (id: string) => setAttachments((all) => all.filter((attachment) => attachment.id !== id)),
    cancel: () => {
      forget('')
      session.dismissFailure()
      onCancel()
    },
    send: async () => {
      const content = text.trim()
      const ids = attachments.map(({ id }) => id)
      const { messageId } = drafts.nextAttempt(place, message.chatId, content, ids)
      const sent = { messageId, content, attachments, replacesId: message.id, isKept: true }
      if (!(await session.send(sent))) return
      forget(content)
      onSent()
    },
  }
}
