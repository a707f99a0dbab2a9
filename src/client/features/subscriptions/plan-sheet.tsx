import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { agentDetail } from '#client/entities/agents/agent-detail.api.ts'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import type { LockedAgent, PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
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
  const payment = usePayment({ userId: user.id, current: subscription.data })
  const handleTake = (planId: string, offer: Offer) =>
    void (offer === 'switch' ? payment.change(planId) : payment.pay(planId))
  const { agent, isOpened } = useLock(reason)
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
            openers={agent?.plans}
            subscription={subscription}
            opening={payment.opening}
            onTake={isOwn ? handleTake : undefined}
          />
          <Row gap={16} justify="between">
            {isOwn && <ClaimPurchase />}
            <Button variant="default" onClick={onClose}>
              Agora não
            </Button>
          </Row>
        </>
      )}
    </Sheet>
  )
}

/** The agent for which the sheet was opened. Its lock is read again: it was shown by cached data. */
function useLock(reason: PlanSheetReason): { agent: LockedAgent | undefined; isOpened: boolean } {
  const shown = reason.why === 'agent' ? reason.agent : undefined
  const detail = useQuery({
    ...agentDetail(shown?.id ?? ''),
    refetchOnMount: 'always',
    enabled: shown !== undefined,
  })
  const fresh = detail.isFetchedAfterMount ? detail.data : undefined
  return { agent: shown && (fresh ?? shown), isOpened: fresh?.locked === false }
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
    </Row>
  )
}
