import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useId } from 'react'
import text from '#client/ui/text/text.module.css'
import { LEVEL_NAMES, MarketingLevel, STRATEGY_NAMES, Strategy } from '#shared/contract/onboarding.ts'
import classes from './onboarding.module.css'
import type { OnboardingValues } from './onboarding-values.ts'

type Props = { form: UseFormReturnType<OnboardingValues> }

const STRATEGY_NOTES: Record<Strategy, string> = {
  lancamento: 'Carrinho aberto por poucos dias, com aquecimento antes.',
  perpetuo: 'À venda o ano inteiro, com tráfego todos os dias.',
  evento_presencial: 'Palco, sala ou imersão, com gente reunida.',
  lancamento_pago: 'Um ingresso barato que leva à oferta principal.',
}

export function LevelStep({ form }: Props) {
  const id = useId()
  const { marketingLevel } = form.values
  const error = form.errors.marketingLevel
  return (
    <fieldset className={classes.step} aria-describedby={error ? id : undefined}>
      <legend className={classes.question}>Em que momento está o seu negócio?</legend>
      <p className={`${text.soft} ${classes.hint}`}>
        Pelo faturamento de um mês comum. Uma estimativa basta.
      </p>
      <div className={classes.cards}>
        {MarketingLevel.options.map((level, index) => (
          <ChoiceCard
            key={level}
            type="radio"
            name="marketingLevel"
            value={level}
            isChosen={level === marketingLevel}
            onChange={() => form.setFieldValue('marketingLevel', level)}
            title={LEVEL_NAMES[level].name}
            note={LEVEL_NAMES[level].range}
            errorId={error ? id : undefined}
            path={(marketingLevel ? level === marketingLevel : index === 0) ? 'marketingLevel' : undefined}
          />
        ))}
      </div>
      <StepError id={id}>{error}</StepError>
    </fieldset>
  )
}

export function GoalStep({ form }: Props) {
  return (
    <div className={classes.step}>
      <Textarea
        label="O que você quer alcançar com o marketing digital?"
        description="Com número e prazo, se tiver. Por exemplo: chegar a 100 alunos por mês até dezembro, sem depender de lançamento."
        classNames={{ label: classes.question ?? '', description: classes.hint ?? '' }}
        name="digitalMarketingGoal"
        rows={6}
        size="lg"
        {...form.getInputProps('digitalMarketingGoal')}
      />
    </div>
  )
}

export function StrategyStep({ form }: Props) {
  const id = useId()
  const { strategies } = form.values
  const error = form.errors.strategies
  const toggle = (strategy: Strategy) =>
    // In the order of the questionnaire.
    form.setFieldValue(
      'strategies',
      Strategy.options.filter((it) => (it === strategy) !== strategies.includes(it)),
    )
  return (
    <fieldset className={classes.step} aria-describedby={error ? id : undefined}>
      <legend className={classes.question}>Como você vende, ou quer vender?</legend>
      <p className={`${text.soft} ${classes.hint}`}>Marque quantas quiser.</p>
      <div className={classes.cards}>
        {Strategy.options.map((strategy, index) => (
          <ChoiceCard
            key={strategy}
            type="checkbox"
            name="strategies"
            value={strategy}
            isChosen={strategies.includes(strategy)}
            onChange={() => toggle(strategy)}
            title={STRATEGY_NAMES[strategy]}
            note={STRATEGY_NOTES[strategy]}
            errorId={error ? id : undefined}
            path={index === 0 ? 'strategies' : undefined}
          />
        ))}
      </div>
      <StepError id={id}>{error}</StepError>
    </fieldset>
  )
}

function StepError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className={classes.error}>
      {children}
    </p>
  )
}

type CardProps = {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  isChosen: boolean
  onChange: () => void
  title: string
  note: ReactNode
  /** Id of the question's error message. */
  errorId: string | undefined
  path: string | undefined
}

/** One answer: a native radio button or checkbox that covers its card. */
function ChoiceCard({ type, name, value, isChosen, onChange, title, note, errorId, path }: CardProps) {
  return (
    <label className={classes.card}>
      <input
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        data-path={path}
        onChange={onChange}
      />
      <span className={classes.mark} data-type={type} aria-hidden />
      <span className={classes.cardWords}>
        <strong>{title}</strong>
        <span>{note}</span>
      </span>
    </label>
  )
}
