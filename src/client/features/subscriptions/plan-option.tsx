import { Button } from '@mantine/core'
import { PlanTicket } from '#client/entities/billing/plan-ticket.tsx'
import type { Plan } from '#shared/contract/plans.ts'
import { includesOf } from '#shared/plan-words.ts'
import type { Offer } from './plan-choices.ts'
import classes from './plan-options.module.css'

type Props = {
  plan: Plan
  offer: Offer
  isOpening: boolean
  isDisabled: boolean
  /** Undefined for whoever may only look. */
  onTake: (() => void) | undefined
}

/** One plan, with how the reader gets it. */
export function OfferedPlan({ plan, offer, isOpening, isDisabled, onTake }: Props) {
  const isCurrent = offer === 'current'
  return (
    <li className={classes.item}>
      <PlanTicket plan={plan} includes={includesOf(plan)} isCurrent={isCurrent}>
        {onTake && (offer === 'buy' || offer === 'switch') ? (
          <Button fullWidth loading={isOpening} disabled={isDisabled && !isOpening} onClick={onTake}>
            {offer === 'buy' ? 'Assinar' : 'Trocar'}
            <span className="visually-hidden">
              {offer === 'switch' && ' para'} {plan.displayName}
            </span>
          </Button>
        ) : (
          <p className={classes.word} data-current={isCurrent || undefined}>
            {WORDS[offer]}
          </p>
        )}
      </PlanTicket>
    </li>
  )
}

const WORDS: Record<Offer, string> = {
  current: 'Seu plano',
  buy: 'À venda',
  switch: 'À venda',
  floor: 'Já vem com toda conta',
  ask: 'Fale com quem administra o seu acesso',
}
