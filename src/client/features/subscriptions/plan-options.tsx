import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import { PlanTicket } from '#client/entities/billing/plan-ticket.tsx'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import text from '#client/ui/text/text.module.css'
import type { Plan } from '#shared/contract/plans.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { includesOf } from '#shared/plan-words.ts'
import { choicesFor, type Offer, offerOf } from './plan-choices.ts'
import classes from './plan-options.module.css'
import { sellerOf } from './plan-texts.ts'

type Props = {
  why: PlanSheetReason['why']
  subscription: Pick<UseQueryResult<MySubscription>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The plan whose payment is being opened. */
  opening: string | undefined
  /** Undefined while an administrator impersonates the user. */
  onTake: ((planId: string, offer: Offer) => void) | undefined
}

export function PlanTickets({ why, subscription, opening, onTake }: Props) {
  const plans = useQuery(subscriptionQueries.plans())
  if (subscription.isPending || plans.isPending) {
    return (
      <div role="status" aria-label="Carregando os planos" className={classes.tickets}>
        <div className={`${classes.gap} skeleton`} />
        <div className={`${classes.gap} skeleton`} />
      </div>
    )
  }
  const current = subscription.data
  if (!current || !plans.data) {
    const failed = current ? plans : subscription
    return <LoadFailure query={failed}>Os planos não apareceram. {errorText(failed.error)}</LoadFailure>
  }
  const choices = choicesFor(why, plans.data, current.plan)
  if (choices.length === 0) return <p className={text.soft}>{NOTHING[why]}</p>
  const seller = sellerOf(current.provider)
  const canBuy = choices.some((plan) => offerOf(plan, current) === 'buy')
  return (
    <>
      <ul aria-label="Planos" className={classes.tickets}>
        {choices.map((plan) => {
          const offer = offerOf(plan, current)
          return (
            <OfferedPlan
              key={plan.id}
              plan={plan}
              offer={offer}
              isOpening={opening === plan.id}
              isDisabled={opening !== undefined}
              onTake={onTake && (() => onTake(plan.id, offer))}
            />
          )
        })}
      </ul>
      {seller && canBuy && onTake && (
        <p className={text.soft}>
          Você já tem o {current.plan.displayName}, cobrado por {seller}. A compra de outro plano é uma
          assinatura nova: cancele a de agora para não pagar as duas. Vale sempre a que abre mais.
        </p>
      )}
      {!onTake && <p className={text.soft}>Só a própria pessoa pode assinar um plano.</p>}
    </>
  )
}

const NOTHING: Record<PlanSheetReason['why'], string> = {
  agent: 'Nenhum plano à venda abre este agente agora. Fale com quem administra o seu acesso.',
  quota: 'O seu plano já é o que tem mais mensagens.',
  plans: 'Nenhum plano está à venda agora.',
}

type OptionProps = {
  plan: Plan
  offer: Offer
  isOpening: boolean
  isDisabled: boolean
  onTake: (() => void) | undefined
}

function OfferedPlan({ plan, offer, isOpening, isDisabled, onTake }: OptionProps) {
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
          <p className={classes.state} data-current={isCurrent || undefined}>
            {OFFERS[offer]}
          </p>
        )}
      </PlanTicket>
    </li>
  )
}

const OFFERS: Record<Offer, string> = {
  current: 'Seu plano',
  buy: 'À venda',
  switch: 'À venda',
  floor: 'Já vem com toda conta',
  ask: 'Fale com quem administra o seu acesso',
}
