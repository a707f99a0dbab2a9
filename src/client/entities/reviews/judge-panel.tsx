import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useId } from 'react'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { costText, judgeText } from './judge-texts.ts'
import classes from './reviews.module.css'
import type { JudgeState } from './use-judge.ts'

type Props = {
  state: JudgeState
  /** The text as it is now. */
  text: string
  /** Parts of the text as it is now. */
  parts: number
  /** What erases the reading; empty for nothing. */
  loss: string
  onAsk: () => void
  onCancel: () => void
}

/** The reading by a model: what it costs, how far it is, and what stands without it. */
export function JudgePanel({ state, text: written, parts, loss, onAsk, onCancel }: Props) {
  const id = useId()
  const isRunning = state.is === 'running'
  return (
    <Stack as="section" gap={8} aria-labelledby={id} className={classes.judge}>
      <h3 id={id} className={classes.rule}>
        Leitura do modelo
      </h3>
      <p role="status" aria-live="polite" className={text.hint}>
        {judgeText(state, written)}
      </p>
      {isRunning && (
        <progress
          className={classes.progress}
          aria-label="Partes lidas"
          value={state.part - 1}
          max={state.parts}
        />
      )}
      {state.is === 'failed' && <FormAlert>{state.problem}</FormAlert>}
      {loss && <p className={text.small}>{loss}</p>}
      {!isRunning && <p className={text.small}>{costText(parts)}</p>}
      <Row gap={8}>
        {isRunning ? (
          <Button key="cancel" size="sm" variant="default" onClick={onCancel}>
            Cancelar a leitura
          </Button>
        ) : (
          <Button
            key="ask"
            size="sm"
            variant="default"
            disabled={parts === 0}
            leftSection={<IconSparkles size={16} stroke={1.75} aria-hidden />}
            onClick={onAsk}
          >
            {state.is === 'idle' ? 'Pedir a leitura do modelo' : 'Pedir de novo'}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
