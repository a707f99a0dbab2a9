import { Loader } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef } from 'react'
import type { LiveReply } from '#client/features/chats/session/chat-state.ts'
import classes from './composer.module.css'

const DOUBLE_CLICK_MS = 500

type Props = {
  isReady: boolean
  isSending: boolean
  phase: LiveReply['phase'] | undefined
  /** Returns whether the message leaves. */
  onSend: () => boolean
  onStop: () => void
}

/** Sends; while a reply runs, stops it. */
export function ComposerButton({ isReady, isSending, phase, onSend, onStop }: Props) {
  // Stop takes the place of Send: the second half of a double click there was not meant for it.
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
