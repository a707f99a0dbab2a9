import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import classes from './composer.module.css'
import type { DictationPhase } from './use-dictation.ts'

type Props = { phase: DictationPhase; onToggle: () => void }

/** Starts and ends dictating; while it runs nobody may overlook it. */
export function DictationButton({ phase, onToggle }: Props) {
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
