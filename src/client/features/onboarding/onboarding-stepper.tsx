import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { type Onboarding, OnboardingForm } from '#shared/contract/onboarding.ts'
import { putOnboarding } from './onboarding.api.ts'
import classes from './onboarding.module.css'
import { GoalStep, LevelStep, StrategyStep } from './onboarding-steps.tsx'
import { NO_ANSWERS, STEPS, stepOf, stepOfErrors, valuesOf } from './onboarding-values.ts'

const VIEWS = [LevelStep, GoalStep, StrategyStep] as const

type Props = {
  userId: string
  /** What was answered before. */
  onboarding: Onboarding | null
  onSaved: (onboarding: Onboarding) => void
  /** Back to the answers that are kept; absent where there are none. */
  onCancel: (() => void) | undefined
}

/** Three questions, one at a time, kept in this browser until the last one is answered. */
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
  const place = useStepFocus(step)
  const refused = stepOfErrors(form.errors)
  const View = VIEWS[step] ?? LevelStep
  const isLast = step === STEPS.length - 1

  // What the server has against an earlier answer is shown where it was given.
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
      ref={place}
      noValidate
      className={classes.stepper}
      onSubmit={(event) => {
        if (isLast) return state.handleSubmit(event)
        event.preventDefault()
        void handleNext()
      }}
    >
      <Progress step={step} />
      <View form={form} />
      <FormAlert>{state.failure}</FormAlert>
      <div className={classes.actions}>
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
      </div>
      {state.isDirty && (
        <p className={classes.kept}>O que você responde fica guardado neste navegador até o fim.</p>
      )}
    </form>
  )
}

/** The question that was answered is gone: whoever listens, or types, goes on with the next one. */
function useStepFocus(step: number) {
  const place = useRef<HTMLFormElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const field = place.current?.querySelector<HTMLElement>('[data-path]')
    field?.focus()
  }, [step])
  return place
}

function Progress({ step }: { step: number }) {
  return (
    <div className={classes.progress}>
      <p role="status" className={classes.count}>
        Passo {step + 1} de {STEPS.length}
      </p>
      <div className={classes.bars} aria-hidden>
        {STEPS.map((name, index) => (
          <span key={name} data-done={index <= step || undefined} />
        ))}
      </div>
    </div>
  )
}
