import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import { planChanged, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { monthName, remainingMessages } from '#client/entities/billing/usage-text.ts'
import { WaitingPurchase } from '#client/entities/billing/waiting-purchase.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import { ClaimPurchase } from './claim-purchase.tsx'
import { AgentPreview } from './locked-agent-preview.tsx'
import { PaymentNote } from './payment-note.tsx'
import type { Offer } from './plan-choices.ts'
import { PlanTickets } from './plan-options.tsx'
import { QuotaWords } from './quota-text.tsx'
import { usePayment } from './use-payment.ts'

type Props = {
  reason: PlanSheetReason
  user: { id: string; email: string }
  isOwn: boolean
  onClose: () => void
}

export function PlanSheet({ reason, user, isOwn, onClose }: Props) {
  const subscription = useQuery({ ...subscriptionQueries.current(), refetchOnMount: 'always' })
  const usage = useQuery({
    ...subscriptionQueries.usage(),
    refetchOnMount: 'always',
    enabled: reason.why === 'quota',
  })
  const payment = usePayment({ userId: user.id, currentPlanId: subscription.data?.plan.id })
  const handleTake = (planId: string, offer: Offer) =>
    void (offer === 'switch' ? payment.change(planId) : payment.pay(planId))
  const agent = reason.why === 'agent' ? reason.agent : undefined
  // Decided by fresh data: the lock was shown by cached data.
  const isOpened =
    agent !== undefined && subscription.isFetchedAfterMount && subscription.data?.plan.allAgents === true
  return (
    <Sheet title={titleOf(reason, usage.data, isOpened)} onDismiss={onClose} isWide>
      {agent && <AgentPreview agent={agent} isOpened={isOpened} />}
      {reason.why === 'quota' && <QuotaWords usage={usage} onLeave={onClose} />}
      {agent && isOpened ? (
        <Opened agentId={agent.id} onClose={onClose} />
      ) : (
        <>
          {isOwn && <WaitingPurchase email={user.email} />}
          {isOwn && <PaymentNote userId={user.id} page={payment.page} failure={payment.failure} />}
          <PlanTickets
            why={reason.why}
            subscription={subscription}
            opening={payment.opening}
            onTake={isOwn ? handleTake : undefined}
          />
          {isOwn && <ClaimPurchase />}
          <Row>
            <Button variant="default" onClick={onClose}>
              Agora não
            </Button>
          </Row>
        </>
      )}
    </Sheet>
  )
}

function titleOf(reason: PlanSheetReason, usage: MonthlyUsage | undefined, isOpened: boolean): string {
  if (reason.why === 'plans') return 'Planos'
  if (reason.why === 'agent') {
    const name = shortNameOf(reason.agent.name)
    return isOpened ? `${name} já pode entrar em cena` : `Chame ${name} para o seu elenco`
  }
  if (!usage) return 'Suas mensagens do mês'
  const month = monthName(usage.month)
  return remainingMessages(usage) > 0 ? `Suas mensagens de ${month}` : `As mensagens de ${month} acabaram`
}

function Opened({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const client = useQueryClient()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Cached lists still show the lock.
    void planChanged(client)
    if (document.activeElement === document.body) link.current?.focus()
  }, [client])
  return (
    <Row gap={12}>
      <LinkButton ref={link} to="/app/$agentId/chat" params={{ agentId }} onClick={onClose}>
        Começar conversa
      </LinkButton>
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    </Row>
  )
}
