import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { includesOf, sayPrice } from '#shared/plan-words.ts'
import { ClaimPurchase } from './claim-purchase.tsx'
import { OtherPlans } from './other-plans.tsx'
import { PaymentNote } from './payment-note.tsx'
import { PlanHistory } from './plan-history.tsx'
import classes from './plan-section.module.css'
import { cancellationOf, renewalOf, STATE_LABELS, sellerOf } from './plan-texts.ts'
import { StorageMeter } from './storage-meter.tsx'
import { UsageMeter } from './usage-meter.tsx'
import { usePayment } from './use-payment.ts'
import { type PaymentReturn, usePaymentReturn } from './use-payment-return.ts'

type Props = {
  userId: string
  /** No administrator impersonates the user: buying, cancelling and claiming are shown. */
  isOwn: boolean
  /** How a payment ended, from the address; `onReturned` must remove it from there. */
  returned: PaymentReturn | undefined
  onReturned: () => void
}

export function PlanSection({ userId, isOwn, returned, onReturned }: Props) {
  const subscription = useQuery({
    ...subscriptionQueries.current(),
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
  usePaymentReturn({ userId, returned, subscription: subscription.data, onReturned })
  if (!subscription.data) return <Loading subscription={subscription} />
  return <Content userId={userId} isOwn={isOwn} subscription={subscription.data} />
}

type LoadingProps = { subscription: Pick<UseQueryResult<MySubscription>, 'isPending' | 'error' | 'refetch'> }

function Loading({ subscription }: LoadingProps) {
  if (subscription.isPending) {
    return <div role="status" aria-label="Carregando o plano" className={`${classes.gap} skeleton`} />
  }
  return <LoadFailure query={subscription}>{errorText(subscription.error)}</LoadFailure>
}

type ContentProps = { userId: string; isOwn: boolean; subscription: MySubscription }

function Content({ userId, isOwn, subscription }: ContentProps) {
  const { plan, state, provider, changes } = subscription
  const payment = usePayment({ userId, current: subscription })
  const seller = sellerOf(provider)
  const cancellation = cancellationOf(subscription)
  const isFailed = state === 'payment-failed' && subscription.canManage
  return (
    <Stack gap={20} className={classes.section}>
      <Row gap={12}>
        <p className={classes.name}>{plan.displayName}</p>
        <p className={classes.state} data-state={state}>
          {STATE_LABELS[state]}
        </p>
        {plan.priceText && seller && (
          <p className={text.soft}>
            {sayPrice(plan.priceText)}, cobrado por {seller}
          </p>
        )}
      </Row>
      <p className={state === 'payment-failed' ? classes.warning : undefined}>{renewalOf(subscription)}</p>
      <OtherPlans counting={plan.displayName} others={subscription.others} />
      <UsageMeter />
      <StorageMeter />
      <Stack as="ul" gap={4} aria-label="O que o plano inclui" className={classes.includes}>
        {[...includesOf(plan), 'Conversas com a sua própria chave não contam'].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Stack>
      {isOwn && (
        <>
          <PaymentNote userId={userId} failure={payment.failure} />
          <Row gap={12}>
            {isFailed && (
              <Button loading={payment.opening !== undefined} onClick={() => void payment.manage()}>
                Atualizar pagamento
              </Button>
            )}
            <Button
              variant={plan.isFloor ? 'filled' : 'default'}
              onClick={() => planSheet.open({ why: 'plans' })}
            >
              Ver planos
            </Button>
            {subscription.canManage && !isFailed && (
              <Button
                variant="default"
                loading={payment.opening !== undefined}
                onClick={() => void payment.manage()}
              >
                Gerenciar assinatura
              </Button>
            )}
            {payment.page && !payment.page.isOpened && (
              <Button component="a" href={payment.page.url} target="_blank" rel="noopener noreferrer">
                Ir para a página de pagamento
              </Button>
            )}
          </Row>
        </>
      )}
      {cancellation && (
        <p className={classes.cancel}>
          <strong>Como cancelar.</strong> {cancellation}
        </p>
      )}
      {isOwn && <ClaimPurchase />}
      <PlanHistory changes={changes} />
    </Stack>
  )
}
