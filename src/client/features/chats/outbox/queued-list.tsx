import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { AttachmentChip, attachmentAddress } from '#client/features/chats/attachments/attachment-chip.tsx'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import message from '#client/features/chats/messages/message.module.css'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { attemptOf, outbox, type QueuedMessage } from './outbox.ts'
import classes from './queued-list.module.css'

type Props = {
  queued: readonly QueuedMessage[]
  /** The stored messages; undefined while they load. */
  messages: Message[] | undefined
  userId: string
  draftKey: string
  session: ChatSession
  /** The message is in the composer again. */
  onTakenBack: () => void
}

/** The messages at the end of a chat that wait for the connection. */
export function QueuedList({ queued, messages, userId, draftKey, session, onTakenBack }: Props) {
  const isSending = useChatState(session, (state) => state.isSending)
  // The server stored it, and its answer was lost.
  useEffect(() => {
    for (const { messageId } of queued) {
      if (messages?.some(({ id }) => id === messageId)) outbox.remove(userId, messageId)
    }
  }, [queued, messages, userId])
  const handleTakeBack = (it: QueuedMessage) => {
    takeBack(it, { userId, draftKey })
    onTakenBack()
  }
  // The later ones of a chat wait for the refused one.
  const isHeld = queued.some(({ refusal }) => refusal !== undefined)
  const handleRetry = ({ refusal, ...it }: QueuedMessage) => void outbox.put(userId, it)
  return (
    <ol className={message.list}>
      {queued.map((it, index) => (
        <li key={it.messageId} className={message.turn} data-sender="human">
          <article className={message.human} aria-label="Mensagem na fila">
            {it.attachments.length > 0 && (
              <Row as="ul" justify="end" className={message.files} aria-label="Anexos">
                {it.attachments.map((attachment) => (
                  <li key={attachment.id}>
                    <AttachmentChip attachment={attachment} address={attachmentAddress(attachment.id)} />
                  </li>
                ))}
              </Row>
            )}
            <p className={`${message.bubble} ${classes.bubble}`}>{it.content}</p>
            <Status refusal={it.refusal} isHeld={isHeld} isSending={isSending && index === 0} />
            <Row gap={16} justify="end" className="no-print">
              {it.refusal && (
                <button type="button" className={textButton.root} onClick={() => handleRetry(it)}>
                  Tentar de novo
                </button>
              )}
              <button
                type="button"
                className={textButton.root}
                disabled={isSending && index === 0}
                onClick={() => handleTakeBack(it)}
              >
                {it.refusal ? 'Editar' : 'Tirar da fila'}
              </button>
            </Row>
          </article>
        </li>
      ))}
    </ol>
  )
}

type StatusProps = { refusal: string | undefined; isHeld: boolean; isSending: boolean }

function Status({ refusal, isHeld, isSending }: StatusProps) {
  const Icon = refusal ? IconAlertCircle : IconClock
  const waiting = isHeld
    ? 'Na fila. Espera você decidir sobre a que não foi enviada.'
    : 'Na fila. Vai sozinha quando a conexão voltar.'
  const text = isSending ? 'Enviando…' : waiting
  return (
    <p role="status" className={classes.status} data-refused={refusal !== undefined || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {refusal ? `Não foi enviada. ${refusal}` : text}
    </p>
  )
}

type Place = { userId: string; draftKey: string }

/**
 * Returns a queued message to the composer, above what is written there. It keeps its id: if the server has stored it
 * already, the draft goes as soon as the chat shows it.
 */
function takeBack(queued: QueuedMessage, { userId, draftKey }: Place): void {
  outbox.remove(userId, queued.messageId)
  const written = chatDrafts.text(draftKey)
  chatDrafts.restore(draftKey, attemptOf(queued))
  chatDrafts.write(draftKey, written.trim() === '' ? queued.content : `${queued.content}\n\n${written}`)
  for (const attachment of queued.attachments) {
    const { id, name, bytes, kind } = attachment
    draftAttachments.add(draftKey, { key: id, name, bytes, kind, state: { at: 'stored', attachment } })
  }
  if (queued.chosen) draftContext.choose(draftKey, queued.chosen)
}
