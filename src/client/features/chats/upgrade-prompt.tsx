import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { agentDetail } from '#client/entities/agents/agent-detail.api.ts'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { planChanged, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { remainingMessages } from '#client/entities/billing/usage-text.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { ChatFailure } from '#client/features/chats/session/chat-state.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import type { PlanErrorCode } from './plan-error.ts'

type Props = { code: PlanErrorCode; failure: ChatFailure; agent: Agent; session: ChatSession }

/** Failures for which the plan sheet has opened already. */
const shown = new WeakSet<ChatFailure>()

/** After the plan refused a message: reads the plan again and opens the plan sheet. */
export function UpgradePrompt({ code, failure, agent, session }: Props) {
  const client = useQueryClient()
  const isOpen = useIsOpen(code, agent.id)
  const show = () => planSheet.open(code === 'PLAN_REQUIRED' ? { why: 'agent', agent } : { why: 'quota' })
  // Once per refusal: the next attempt unmounts this first.
  const handleRefused = useEffectEvent(() => {
    void planChanged(client)
    if (!shown.has(failure)) show()
    shown.add(failure)
  })
  useEffect(() => handleRefused(), [])
  // The plan allows the message by now.
  useEffect(() => {
    if (isOpen) session.dismissFailure()
  }, [isOpen, session])
  return (
    <Row>
      <Button variant="default" onClick={show}>
        {code === 'PLAN_REQUIRED' ? 'Ver planos' : 'Como continuar'}
      </Button>
    </Row>
  )
}

/** Whether the plan allows the message, as read since the refusal. */
function useIsOpen(code: PlanErrorCode, agentId: string): boolean {
  const agent = useQuery(agentDetail(agentId))
  const usage = useQuery(subscriptionQueries.usage())
  if (code === 'PLAN_REQUIRED') {
    return agent.isFetchedAfterMount && agent.data?.locked === false
  }
  return usage.isFetchedAfterMount && usage.data !== undefined && remainingMessages(usage.data) > 0
}
