import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { settingsQueries } from '#client/entities/account/settings.api.ts'
import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import { PlanTicket } from '#client/entities/billing/plan-ticket.tsx'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Plan } from '#shared/contract/plans.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { includesOf } from '#shared/plan-words.ts'
import { doorText } from '#shared/plans-phrase.ts'
import { choicesFor, type Offer, offerOf } from './plan-choices.ts'
import classes from './plan-options.module.css'
import { sellerOf } from './plan-texts.ts'

type Props = {
  why: PlanSheetReason['why']
  /** The plans that open the locked agent for which the sheet was opened. */
  openers: readonly { id: string }[] | undefined
  subscription: Pick<UseQueryResult<MySubscription>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The plan whose payment is being opened. */
  opening: string | undefined
  /** Undefined while an administrator impersonates the user. */
  onTake: ((planId: string, offer: Offer) => void) | undefined
}

export function PlanTickets({ why, openers, subscription, opening, onTake }: Props) {
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
  const choices = choicesFor({ why, openers }, plans.data, current.plan)
  if (choices.length === 0) return <Contact>{NOTHING[why]}</Contact>
  const seller = sellerOf(current.provider)
  const offers = choices.map((plan) => offerOf(plan, current))
  const canBuy = offers.some((offer) => offer === 'buy' || offer === 'try' || offer === 'again')
  const canAsk = offers.includes('ask') && !canBuy && !offers.includes('switch')
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
          {current.state === 'ending' ? sayEnding(current) : sayBoth(current, seller)}
        </p>
      )}
      {canAsk && onTake && <Contact>Os planos não estão à venda por aqui.</Contact>}
      {!onTake && <p className={text.soft}>Só a própria pessoa pode assinar um plano.</p>}
    </>
  )
}

const sayBoth = ({ plan }: Pick<MySubscription, 'plan'>, seller: string) =>
  `Você já tem o ${plan.displayName}, cobrado por ${seller}. A compra de outro plano é uma assinatura nova: cancele a de agora para não pagar as duas. Vale sempre a que abre mais.`

function sayEnding({ plan, currentPeriodEnd }: Pick<MySubscription, 'plan' | 'currentPeriodEnd'>): string {
  const until = currentPeriodEnd ? ` em ${formatDateInWords(currentPeriodEnd)}` : ' com o período pago'
  return `O seu ${plan.displayName} termina${until} e não renova. Quem assina antes disso não fica nenhum dia sem plano; a assinatura nova é cobrada no dia da compra.`
}

/** Without anything to buy, the way to the people of the house. */
function Contact({ children }: { children: string }) {
  const email = useQuery(settingsQueries.current()).data?.contactEmail
  return (
    <Row gap={12} justify="between">
      <p className={text.soft}>
        {children} {email ? 'Escreva para:' : 'Fale com quem administra o seu acesso.'}
      </p>
      {email && (
        <Button component="a" href={`mailto:${email}`} leftSection={<IconMail size={18} aria-hidden />}>
          {email}
        </Button>
      )}
    </Row>
  )
}

const NOTHING: Record<PlanSheetReason['why'], string> = {
  agent: `${doorText([])}.`,
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
  const isCurrent = offer === 'current' || offer === 'again'
  const action = ACTIONS[offer]
  return (
    <li className={classes.item}>
      <PlanTicket
        plan={plan}
        includes={includesOf(plan)}
        isCurrent={isCurrent}
        trialDays={offer === 'try' ? plan.trialDays : 0}
      >
        {onTake && action ? (
          <Button fullWidth loading={isOpening} disabled={isDisabled && !isOpening} onClick={onTake}>
            {action}
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

const ACTIONS: Partial<Record<Offer, string>> = {
  again: 'Assinar de novo',
  try: 'Começar o teste',
  buy: 'Assinar',
  switch: 'Trocar',
}

const OFFERS: Record<Offer, string> = {
  current: 'Seu plano',
  again: 'Seu plano, até o fim do período',
  try: 'À venda, com teste',
  buy: 'À venda',
  switch: 'À venda',
  floor: 'Já vem com toda conta',
  ask: 'Sob consulta',
}
