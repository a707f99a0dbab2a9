import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { type Onboarding, OnboardingForm } from '#shared/contract/onboarding.ts'
import { putOnboarding } from './onboarding.api.ts'
import classes from './onboarding.module.css'
import { GoalStep, LevelStep, StrategyStep } from './onboarding-steps.tsx'
import { NO_ANSWERS, STEPS, stepOf, stepOfErrors, valuesOf } from './onboarding-values.ts'

const VIEWS = [LevelStep, GoalStep, StrategyStep] as const

type Props = {
  userId: string
  onboarding: Onboarding | null
  onSaved: (onboarding: Onboarding) => void
  /** Returns to the stored answers; undefined when there are none. */
  onCancel: (() => void) | undefined
}

/** One question at a time; answers stay in a draft until the last one. */
export function OnboardingStepper({ userId, onboarding, onSaved, onCancel }: Props) {
  const state = useDraftedForm({
    schema: OnboardingForm,
    initialValues: onboarding ? valuesOf(onboarding) : NO_ANSWERS,
    place: formDraftKey(userId, 'onboarding'),
    save: putOnboarding,
    onSaved,
  })
  const { form, isRestored } = state
  const [step, setStep] = useState(() => (isRestored ? stepOf(form.values) : 0))
  const element = useStepFocus(step)
  const refused = stepOfErrors(form.errors)
  const View = VIEWS[step] ?? LevelStep
  const isLast = step === STEPS.length - 1

  // Shows the step that an error of the server is about.
  useEffect(() => {
    if (refused !== undefined) setStep(refused)
  }, [refused])

  const handleNext = async () => {
    const field = STEPS[step] ?? 'marketingLevel'
    const { hasError } = await form.validateField(field)
    if (hasError) form.getInputNode(field)?.focus()
    else setStep(step + 1)
  }
  const handleCancel = () => {
    state.forget()
    onCancel?.()
  }
  return (
    <form
      ref={element}
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        if (isLast) return state.handleSubmit(event)
        event.preventDefault()
        void handleNext()
      }}
    >
      <Progress step={step} />
      <View form={form} />
      <FormAlert>{state.failure}</FormAlert>
      <Row gap={12}>
        {step > 0 && (
          <Button variant="default" size="lg" onClick={() => setStep(step - 1)}>
            Voltar
          </Button>
        )}
        <Button type="submit" size="lg" loading={state.isSubmitting}>
          {isLast ? 'Concluir' : 'Continuar'}
        </Button>
        {onCancel && (
          <Button variant="subtle" size="lg" className={classes.quiet} onClick={handleCancel}>
            Cancelar
          </Button>
        )}
      </Row>
      {state.isDirty && (
        <p className={text.hint}>O que você responde fica guardado neste navegador até o fim.</p>
      )}
    </form>
  )
}

/** Moves the focus to the new step's first field: the field that had it is gone. */
function useStepFocus(step: number) {
  const element = useRef<HTMLFormElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const field = element.current?.querySelector<HTMLElement>('[data-path]')
    field?.focus()
  }, [step])
  return element
}

function Progress({ step }: { step: number }) {
  return (
    <Stack gap={12}>
      <p role="status" className={classes.count}>
        Passo {step + 1} de {STEPS.length}
      </p>
      <div className={classes.bars} aria-hidden>
        {STEPS.map((name, index) => (
          <span key={name} data-done={index <= step || undefined} />
        ))}
      </div>
    </Stack>
  )
}
