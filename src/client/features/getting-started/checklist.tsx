import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { FirstHours } from '#shared/contract/getting-started.ts'
import classes from './checklist.module.css'
import { StepAction } from './step-action.tsx'
import { countDone, nextStepOf, STEP_NAMES, STEP_TEXTS, type StepName } from './steps.ts'

type Props = {
  steps: FirstHours['steps']
  /** The questionnaire was offered before, accepted or not. */
  wasOffered: boolean
  lastChat: { id: string; agentId: string } | undefined
  onOffered: () => void
  onDismiss: () => void
}

export function Checklist({ steps, wasOffered, lastChat, onOffered, onDismiss }: Props) {
  const [chosen, setChosen] = useState<StepName>()
  const [later, setLater] = useState<readonly StepName[]>([])
  const declined = new Set(wasOffered ? [...later, 'onboarding' as const] : later)
  const next = nextStepOf({ steps, declined })
  const shown = chosen ?? next ?? 'onboarding'
  const { title, text: body, done } = STEP_TEXTS[shown]
  const isDone = steps[shown]
  const handleLater = () => {
    const all = [...later, shown]
    setLater(all)
    setChosen(nextStepOf({ steps, declined: new Set([...declined, ...all]) }))
    if (shown === 'onboarding') onOffered()
  }
  return (
    <Stack
      as="section"
      gap={16}
      aria-labelledby="first-steps"
      className={classes.card}
      data-tour="first-steps"
    >
      <Row gap={12} justify="between" wrap={false}>
        <Row gap={12} align="baseline">
          <h2 id="first-steps" className={classes.heading}>
            Primeiros passos
          </h2>
          <p className={text.hint}>{countDone(steps)} de 4</p>
        </Row>
        <Button variant="subtle" className={classes.dismiss} onClick={onDismiss}>
          Dispensar
        </Button>
      </Row>
      <ol className={classes.way}>
        {STEP_NAMES.map((name, index) => (
          <li key={name} data-done={steps[name] || undefined}>
            <button
              type="button"
              className={classes.mark}
              aria-current={name === shown ? 'step' : undefined}
              onClick={() => setChosen(name)}
            >
              <span className={classes.dot} aria-hidden>
                {steps[name] ? <IconCheck size={18} stroke={2.5} /> : index + 1}
              </span>
              {STEP_TEXTS[name].label}
              <span className="visually-hidden">{steps[name] ? ' (feito)' : ' (por fazer)'}</span>
            </button>
          </li>
        ))}
      </ol>
      <Stack gap={16} className={classes.step}>
        <Stack className={classes.words} aria-live="polite">
          <h3>{isDone ? done.title : title}</h3>
          <p>{isDone ? done.text : body}</p>
        </Stack>
        <Row>
          <StepAction step={shown} isDone={isDone} lastChat={lastChat} onOffered={onOffered} />
          {!isDone && (
            <Button variant="subtle" className={classes.later} onClick={handleLater}>
              Agora não
            </Button>
          )}
          <LinkButton to="/app" search={{ passeio: 'sim' }} variant="subtle" className={classes.tour}>
            Fazer o passeio
          </LinkButton>
        </Row>
      </Stack>
    </Stack>
  )
}
