import { lazy, memo, Suspense, useRef, useState } from 'react'
import { AttachmentChip, attachmentAddress } from '#client/features/chats/attachments/attachment-chip.tsx'
import print from '#client/features/chats/print.module.css'
import { formatMoment } from '#client/lib/text/format.ts'
import { HumanActions } from './human-actions.tsx'
import classes from './message.module.css'
import type { TurnProps } from './message-item.tsx'

const MessageEditor = lazy(() => import('./message-editor.tsx').then((it) => ({ default: it.MessageEditor })))

/** What the creator wrote, exactly as written, with its files; in its place the editor while it is written anew. */
export const HumanMessage = memo(function HumanMessage({ message, scene, isNear }: TurnProps) {
  const { content, attachments } = message
  const [editedId, setEditedId] = useState<string | null>(null)
  const article = useRef<HTMLElement>(null)
  const isEditing = editedId === message.id
  const handleCancel = () => {
    setEditedId(null)
    // The editor took the focus with it; the row of actions comes back in the same frame.
    requestAnimationFrame(() => article.current?.querySelector<HTMLElement>('button[data-edit]')?.focus())
  }
  const bubble = (
    <>
      {attachments.length > 0 && (
        <ul className={classes.files} aria-label="Anexos">
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <AttachmentChip attachment={attachment} address={attachmentAddress(attachment.id)} />
            </li>
          ))}
        </ul>
      )}
      <p className={classes.bubble}>{content}</p>
    </>
  )
  return (
    <article ref={article} className={classes.human} aria-label="Sua mensagem">
      {scene.isPrinting && (
        <p className={print.speaker}>
          {scene.userName} <span className={print.moment}>{formatMoment(message.createdAt)}</span>
        </p>
      )}
      {isEditing ? (
        <Suspense fallback={bubble}>
          <MessageEditor
            message={message}
            scene={scene}
            onCancel={handleCancel}
            onSent={() => {
              article.current?.closest('section')?.focus({ preventScroll: true })
              setEditedId(null)
              scene.onSent()
            }}
          />
        </Suspense>
      ) : (
        <>
          {bubble}
          <div className={classes.humanActions}>
            {isNear && (
              <HumanActions message={message} scene={scene} onEdit={() => setEditedId(message.id)} />
            )}
          </div>
        </>
      )}
    </article>
  )
})
