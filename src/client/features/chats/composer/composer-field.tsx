import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { pastedFiles } from '#client/features/chats/attachments/pasted-files.ts'
import { isSendKey } from '#client/lib/browser/is-send-key.ts'
import { chatDrafts } from './chat-drafts.ts'
import classes from './composer.module.css'

/** Without `field-sizing`, a copy of the text behind the field gives it its height. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content')

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  draftKey: string
  /** Undefined while it is not known who answers. */
  agentName: string | undefined
  isOver: boolean
  hintId: string
  onTyped: () => void
  onEnter: () => void
  onFiles: (files: File[]) => void
}

/** Shows the draft's text. Uncontrolled, so that no key renders anything. */
export function ComposerField({
  ref,
  draftKey,
  agentName,
  isOver,
  hintId,
  onTyped,
  onEnter,
  onFiles,
}: Props) {
  const [initial] = useState(() => chatDrafts.text(draftKey))

  useLayoutEffect(() => {
    const show = () => {
      const field = ref.current
      if (!field) return
      // Normalised like the field's value: setting an equal value would move the caret.
      const text = chatDrafts.text(draftKey).replace(/\r\n?/g, '\n')
      if (field.value !== text) field.value = text
      if (!GROWS_BY_ITSELF && field.parentElement) field.parentElement.dataset.text = text
    }
    show()
    return chatDrafts.subscribe(show)
  }, [ref, draftKey])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    onEnter()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    <div className={classes.field} data-copied={!GROWS_BY_ITSELF || undefined}>
      <textarea
        ref={ref}
        rows={1}
        defaultValue={initial}
        className={classes.input}
        placeholder={agentName ? `Escreva para ${shortNameOf(agentName)}…` : 'Escreva o que você precisa…'}
        // Target of the keyboard shortcut.
        data-composer
        aria-label={agentName ? `Mensagem para ${agentName}` : 'Mensagem'}
        aria-invalid={isOver || undefined}
        aria-describedby={hintId}
        enterKeyHint="enter"
        onChange={({ currentTarget }) => {
          // PostgreSQL text holds no NUL, which only a paste can bring.
          chatDrafts.write(draftKey, currentTarget.value.replaceAll('\u0000', ''))
          onTyped()
        }}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
      />
    </div>
  )
}
