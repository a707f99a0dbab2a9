import { IconCopy, IconPencil, IconTextScan2, IconTrash } from '@tabler/icons-react'
import { lazy, memo, Suspense, use, useRef, useState } from 'react'
import { SentAttachment } from '#client/features/chats/attachments/sent-attachment.tsx'
import print from '#client/features/chats/print.module.css'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { COPY_REFUSED_TEXT, CopyButton } from '#client/ui/buttons/copy-button.tsx'
import textButton from '#client/ui/buttons/text-button.module.css'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { MarkedText, MarkedWords } from '#client/ui/text/marked-text.tsx'
import { focusMessages } from './focus-messages.ts'
import classes from './message.module.css'
import actionClasses from './message-actions.module.css'
import { MessageButton } from './message-button.tsx'
import type { MessageProps } from './message-props.ts'
import { MessageVersions } from './message-versions.tsx'

const MessageEditor = lazy(() => import('./message-editor.tsx').then((it) => ({ default: it.MessageEditor })))
const DeleteMessage = lazy(() => import('./delete-message.tsx').then((it) => ({ default: it.DeleteMessage })))

/** The creator's own message with its attachments, or its editor. */
export const HumanMessage = memo(function HumanMessage({ message, thread, isNear }: MessageProps) {
  const { content, attachments } = message
  const [editedId, setEditedId] = useState<string | null>(null)
  const article = useRef<HTMLElement>(null)
  const isEditing = editedId === message.id
  const handleCancel = () => {
    setEditedId(null)
    // The focused editor is gone; the button that opened it is back in the same frame.
    requestAnimationFrame(() => article.current?.querySelector<HTMLElement>('button[data-edit]')?.focus())
  }
  const handleSent = () => {
    focusMessages(article.current)
    setEditedId(null)
    thread.onSent()
  }
  const bubble = (
    <>
      {attachments.length > 0 && (
        <Row as="ul" justify="end" className={classes.files} aria-label="Anexos">
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <SentAttachment attachment={attachment} />
            </li>
          ))}
        </Row>
      )}
      <Words text={content} isWhole={thread.isPrinting} />
    </>
  )
  return (
    <article ref={article} className={classes.human} aria-label="Sua mensagem">
      {thread.isPrinting && (
        <p className={print.speaker}>
          {thread.userName} <span className={print.moment}>{formatMoment(message.createdAt)}</span>
        </p>
      )}
      {isEditing ? (
        <Suspense fallback={bubble}>
          <MessageEditor message={message} thread={thread} onCancel={handleCancel} onSent={handleSent} />
        </Suspense>
      ) : (
        <>
          {bubble}
          <Row gap={4} wrap={false} className={`${classes.humanActions} no-print`}>
            {isNear && <Actions message={message} thread={thread} onEdit={() => setEditedId(message.id)} />}
          </Row>
        </>
      )}
    </article>
  )
})

const selectText = async (id: string) => (await import('./long-press.ts')).selectMessage(id)

/** Beyond either, a message is folded: more than the ten lines that then show, also on a wide screen. */
const FOLDED = { length: 800, lines: 12 }

/** The text; a long one shows its beginning and a button. */
function Words({ text, isWhole }: { text: string; isWhole: boolean }) {
  // A found word may stand in the folded part.
  const [isOpen, setOpen] = useState(use(MarkedWords) !== null)
  const isLong = text.length > FOLDED.length || text.split('\n', FOLDED.lines + 1).length > FOLDED.lines
  const words = <MarkedText text={text} />
  if (!isLong || isWhole) return <p className={classes.bubble}>{words}</p>
  return (
    <div className={classes.bubble}>
      <p className={classes.words} data-folded={!isOpen || undefined}>
        {words}
      </p>
      <button
        type="button"
        className={`${textButton.root} ${classes.unfold}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Mostrar menos' : 'Mostrar tudo'}
      </button>
    </div>
  )
}

type ActionsProps = Pick<MessageProps, 'message' | 'thread'> & { onEdit: () => void }

/** On a touch screen only the menu shows. */
function Actions({ message, thread, onEdit }: ActionsProps) {
  const { session, isClosed } = thread
  const isWaiting = useChatState(session, isBusy)
  const [isDeleting, setDeleting] = useState(false)
  const handleCopy = () => {
    navigator.clipboard.writeText(message.content).then(
      () => showToast('Mensagem copiada.', 'success'),
      () => showToast(COPY_REFUSED_TEXT, 'error'),
    )
  }
  const handleDelete = () => setDeleting(true)
  const actions = (): (Action | 'gap')[] => [
    { label: 'Copiar', Icon: IconCopy, onChoose: handleCopy },
    ...(isTouch()
      ? [{ label: 'Selecionar o texto', Icon: IconTextScan2, onChoose: () => void selectText(message.id) }]
      : []),
    { label: 'Editar e reenviar', Icon: IconPencil, onChoose: onEdit, isDisabled: isWaiting || isClosed },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: handleDelete, isDisabled: isWaiting },
  ]
  return (
    <>
      <MessageVersions message={message} session={session} />
      <div className={actionClasses.quiet}>
        <span className={actionClasses.pointed}>
          <CopyButton text={message.content} label="Copiar mensagem" />
          {!isClosed && (
            <MessageButton
              label="Editar e reenviar"
              Icon={IconPencil}
              isDisabled={isWaiting}
              onPress={onEdit}
              isEdit
            />
          )}
        </span>
        <ActionMenu label="Mais ações desta mensagem" actions={actions} />
      </div>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteMessage message={message} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}
