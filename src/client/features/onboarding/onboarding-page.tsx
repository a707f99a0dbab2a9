import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { formDraftKey, readFormDraft } from '#client/lib/forms/form-draft.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { LEVEL_NAMES, type Onboarding, STRATEGY_NAMES } from '#shared/contract/onboarding.ts'
import { onboardingQueries } from './onboarding.api.ts'
import classes from './onboarding.module.css'
import { OnboardingStepper } from './onboarding-stepper.tsx'
import { valuesOf } from './onboarding-values.ts'

type Props = { userId: string }

/** The questionnaire about the business; once answered, its summary. */
export function OnboardingPage({ userId }: Props) {
  const onboarding = useQuery(onboardingQueries.current())
  return (
    <Stack gap={32}>
      <Stack as="header">
        <h1 className={text.title}>Seu negócio</h1>
        <p className={text.lead}>
          Três perguntas, uma vez só. Todos os agentes leem as respostas antes de escrever para você.
        </p>
      </Stack>
      {onboarding.isPending && (
        <div role="status" aria-label="Carregando" className={`${classes.gap} skeleton`} />
      )}
      {onboarding.isError && onboarding.data === undefined && (
        <StateMessage
          tone="error"
          title="Suas respostas não carregaram"
          actions={<Button onClick={() => void onboarding.refetch()}>Tentar de novo</Button>}
        >
          {errorText(onboarding.error)}
        </StateMessage>
      )}
      {onboarding.data !== undefined && <Answers userId={userId} onboarding={onboarding.data} />}
    </Stack>
  )
}

function Answers({ userId, onboarding }: Props & { onboarding: Onboarding | null }) {
  const client = useQueryClient()
  const summary = useRef<HTMLElement>(null)
  const [isEditing, setEditing] = useState(() => !onboarding || hasDraft(userId, onboarding))
  const close = () => {
    setEditing(false)
    // After the summary is rendered.
    setTimeout(() => summary.current?.focus())
  }
  const handleSaved = (saved: Onboarding) => {
    client.setQueryData(onboardingQueries.current().queryKey, saved)
    void client.invalidateQueries({ queryKey: ['me'], exact: true })
    showToast('Respostas salvas.', 'success')
    close()
  }
  if (isEditing || !onboarding) {
    return (
      <OnboardingStepper
        userId={userId}
        onboarding={onboarding}
        onSaved={handleSaved}
        onCancel={onboarding ? close : undefined}
      />
    )
  }
  return <Summary ref={summary} onboarding={onboarding} onEdit={() => setEditing(true)} />
}

const hasDraft = (userId: string, onboarding: Onboarding) =>
  Object.keys(readFormDraft(formDraftKey(userId, 'onboarding'), valuesOf(onboarding))).length > 0

type SummaryProps = { ref: Ref<HTMLElement>; onboarding: Onboarding; onEdit: () => void }

function Summary({ ref, onboarding, onEdit }: SummaryProps) {
  const { marketingLevel, digitalMarketingGoal, strategies } = onboarding.answers
  const { name, range } = LEVEL_NAMES[marketingLevel]
  return (
    <section ref={ref} tabIndex={-1} aria-label="Suas respostas" className={classes.panel}>
      <Stack as="dl" gap={24} className={classes.answers}>
        <div>
          <dt>Momento</dt>
          <dd>
            <strong>{name}</strong>
            <span className={text.soft}>{range}</span>
          </dd>
        </div>
        <div>
          <dt>Objetivo</dt>
          <dd className={classes.goal}>{digitalMarketingGoal}</dd>
        </div>
        <div>
          <dt>Estratégias</dt>
          <Row as="dd">
            {strategies.map((strategy) => (
              <span key={strategy} className={classes.tag}>
                {STRATEGY_NAMES[strategy]}
              </span>
            ))}
          </Row>
        </div>
      </Stack>
      <Row gap={12}>
        <Button variant="default" onClick={onEdit}>
          Editar
        </Button>
        <LinkButton to="/app/personalizacao/produtos" variant="subtle" className={classes.quiet}>
          Ver meus produtos
        </LinkButton>
      </Row>
    </section>
  )
}
