import { Button } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { ContextChips } from '#client/entities/business/context-chips.tsx'
import { NO_ITEMS, withoutItem } from '#client/entities/business/context-items.ts'
import { AttachmentChip, attachmentAddress } from '#client/features/chats/attachments/attachment-chip.tsx'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { EARLY_TEXT, lengthHint } from '#client/features/chats/session/chat-texts.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { isSendKey } from '#client/lib/browser/is-send-key.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './message-editor.module.css'
import { type MessageEditorProps, useMessageEdit } from './use-message-edit.ts'

const AssetPicker = lazy(() =>
  import('#client/entities/business/context-picker.tsx').then((it) => ({ default: it.ContextPicker })),
)

/** Edits a message with its attachments and context, and sends it as a new version. */
export function MessageEditor(props: MessageEditorProps) {
  const { text, change, attachments, removeAttachment, chosen, choose, cancel, send } = useMessageEdit(props)
  const [isPicking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const isWaiting = useChatState(props.thread.session, isBusy)
  const hint = lengthHint(text.length)
  const isReady = text.trim() !== '' && !hint?.isOver && !isWaiting

  useEffect(() => {
    const input = field.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // Escape closes the editor only; a running reply goes on.
      event.stopPropagation()
      cancel()
    } else if (isSendKey(event)) {
      event.preventDefault()
      if (isReady) void send()
    }
  }
  return (
    <Stack gap={12} className={classes.editor}>
      <textarea
        ref={field}
        className={classes.input}
        value={text}
        rows={2}
        aria-label="Editar mensagem"
        aria-invalid={hint?.isOver || undefined}
        aria-describedby={hintId}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {chosen && chosen.length > 0 && (
        <ContextChips
          label="Contexto da mensagem"
          items={chosen}
          onRemove={(item) => choose(withoutItem(chosen, item))}
        />
      )}
      {attachments.length > 0 && (
        <Row as="ul" className={classes.files} aria-label="Anexos">
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <AttachmentChip
                attachment={attachment}
                address={attachmentAddress(attachment.id)}
                onRemove={() => removeAttachment(attachment.id)}
              />
            </li>
          ))}
        </Row>
      )}
      <Row justify="end">
        <p id={hintId} role="status" className={classes.hint} data-over={hint?.isOver || undefined}>
          {isWaiting ? EARLY_TEXT : (hint?.text ?? 'A versão de antes continua guardada.')}
        </p>
        <Button
          variant="subtle"
          leftSection={<IconAt size={18} stroke={1.75} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          Contexto
        </Button>
        <Button variant="default" onClick={cancel}>
          Cancelar
        </Button>
        <Button disabled={!isReady} onClick={() => void send()}>
          Enviar de novo
        </Button>
      </Row>
      {isPicking && (
        <Suspense>
          <AssetPicker chosen={chosen ?? NO_ITEMS} onChange={choose} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
