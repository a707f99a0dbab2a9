import { Loader } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import type { LiveReply } from './chat-state.ts'
import classes from './composer.module.css'

type Props = {
  isReady: boolean
  isSending: boolean
  phase: LiveReply['phase'] | undefined
  onSend: () => void
  onStop: () => void
}

/** Sends; while a reply runs, stops it. */
export function ComposerButton({ isReady, isSending, phase, onSend, onStop }: Props) {
  if (phase === 'waiting' || phase === 'streaming') {
    return (
      <button
        type="button"
        className={classes.stop}
        aria-label="Parar a resposta"
        title="Parar a resposta (Esc)"
        onClick={onStop}
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
      onClick={() => isReady && onSend()}
    >
      {isSending ? (
        <Loader size={18} color="currentColor" />
      ) : (
        <IconArrowUp size={22} stroke={2} aria-hidden />
      )}
    </button>
  )
}
