import { Loader } from '@mantine/core'
import { IconArrowUp, IconMicrophone, IconPaperclip, IconPlayerStopFilled } from '@tabler/icons-react'
import { type Ref, useRef } from 'react'
import { ACCEPT } from '#client/features/chats/attachments/attachment-kinds.ts'
import type { LiveReply } from '#client/features/chats/session/chat-state.ts'
import classes from './composer.module.css'
import type { DictationPhase } from './use-dictation.ts'

const DOUBLE_CLICK_MS = 500

type Props = {
  isReady: boolean
  isSending: boolean
  phase: LiveReply['phase'] | undefined
  /** Returns whether the message is sent. */
  onSend: () => boolean
  onStop: () => void
}

/** Send, or Stop while a reply runs. */
export function ComposerButton({ isReady, isSending, phase, onSend, onStop }: Props) {
  // Stop replaces Send: the second click of a double click must not stop the reply.
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  const handleSend = () => {
    if (onSend()) sentAt.current = performance.now()
  }
  if (phase === 'waiting' || phase === 'streaming') {
    return (
      <button
        type="button"
        className={classes.stop}
        aria-label="Parar a resposta"
        title="Parar a resposta (Esc)"
        onClick={() => performance.now() - sentAt.current > DOUBLE_CLICK_MS && onStop()}
      >
        <IconPlayerStopFilled size={18} aria-hidden />
      </button>
    )
  }
  return (
    <button
      type="button"
      className={classes.send}
      aria-label="Enviar mensagem"
      title="Enviar mensagem"
      aria-disabled={!isReady}
      onClick={handleSend}
    >
      {isSending ? (
        <Loader size={18} color="currentColor" />
      ) : (
        <IconArrowUp size={22} stroke={2} aria-hidden />
      )}
    </button>
  )
}

type AttachProps = { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void }

/** Opens the system's file picker. */
export function AttachButton({ ref, onFiles }: AttachProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={classes.tool}
        aria-label="Anexar arquivos"
        title="Anexar imagens, PDF, DOCX ou texto"
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={22} stroke={1.75} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allows the same file to be chosen again after its removal.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

export function DictationButton({ phase, onToggle }: { phase: DictationPhase; onToggle: () => void }) {
  const isOn = phase === 'starting' || phase === 'listening'
  return (
    <button
      type="button"
      className={classes.tool}
      data-recording={isOn || undefined}
      aria-label={isOn ? 'Parar o ditado' : 'Ditar a mensagem'}
      title={isOn ? 'Parar o ditado (Esc)' : 'Ditar a mensagem'}
      onClick={onToggle}
    >
      {isOn ? (
        <IconPlayerStopFilled size={18} aria-hidden />
      ) : (
        <IconMicrophone size={22} stroke={1.75} aria-hidden />
      )}
    </button>
  )
}
