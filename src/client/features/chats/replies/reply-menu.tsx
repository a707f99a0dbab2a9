import { lazy, Suspense, useRef, useState } from 'react'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import type { MessageProps } from '#client/features/chats/messages/message-props.ts'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { AskedOfReply } from './reply-menu-actions.ts'
import { type ReplySelection, selectionIn } from './reply-selection.ts'

const DeleteMessage = lazy(() =>
  import('#client/features/chats/messages/delete-message.tsx').then((it) => ({ default: it.DeleteMessage })),
)
const SaveReply = lazy(() => import('./save-reply.tsx').then((it) => ({ default: it.SaveReply })))
const ContinueWithAgent = lazy(() =>
  import('./continue-with-agent.tsx').then((it) => ({ default: it.ContinueWithAgent })),
)
const ReportReply = lazy(() => import('./report-reply.tsx').then((it) => ({ default: it.ReportReply })))
const ReviewReply = lazy(() => import('./review-reply.tsx').then((it) => ({ default: it.ReviewReply })))
const ReadAloud = lazy(() => import('./read-aloud.tsx').then((it) => ({ default: it.ReadAloud })))

type Props = Pick<MessageProps, 'message' | 'thread'> & { text: string; isWaiting: boolean }

export function ReplyMenu({ message, text, thread, isWaiting }: Props) {
  const { session, userId, reviewChannel, draftKey, agentName, isClosed, readingId } = thread
  const [asked, setAsked] = useState<AskedOfReply | null>(null)
  // A reply that returns to the screen may still be read aloud.
  const [readId, setReadId] = useState(readingId.current)
  const trigger = useRef<HTMLElement>(null)
  // Read when the menu opens: on a touch screen the tap clears the selection.
  const selected = useRef<ReplySelection | null>(null)
  const handleClose = () => setAsked(null)
  const makeActions = async () => {
    const { replyActions } = await import('./reply-menu-actions.ts')
    return replyActions({
      message,
      text,
      isWaiting,
      isClosed,
      hasSelection: selected.current !== null,
      onAsk: setAsked,
      onRead: () => setReadId(message.id),
      onChange: (change) => {
        focusMessages(trigger.current)
        void session.regenerate(message.id, change)
      },
    })
  }
  return (
    <>
      {readId === message.id && (
        <Suspense fallback={null}>
          <ReadAloud messageId={message.id} text={text} readingId={readingId} onEnd={() => setReadId(null)} />
        </Suspense>
      )}
      <ActionMenu
        label="Mais ações desta resposta"
        actions={makeActions}
        onPress={(button) => {
          selected.current = selectionIn(button.closest('article'))
          trigger.current = button
        }}
      />
      <Suspense fallback={null}>
        {asked === 'delete' && <DeleteMessage message={message} onClose={handleClose} />}
        {(asked === 'save' || asked === 'saveSelection') && (
          <SaveReply
            message={message}
            text={text}
            selected={asked === 'saveSelection' ? selected.current : null}
            draftKey={draftKey}
            onClose={handleClose}
          />
        )}
        {asked === 'review' && (
          <ReviewReply userId={userId} channel={reviewChannel} message={message} text={text} />
        )}
        {asked === 'report' && <ReportReply message={message} onClose={handleClose} />}
        {asked === 'otherAgent' && (
          <ContinueWithAgent message={message} agentName={agentName} onClose={handleClose} />
        )}
      </Suspense>
    </>
  )
}
