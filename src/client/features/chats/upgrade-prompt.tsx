import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { planChanged, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { remainingMessages } from '#client/entities/billing/usage-text.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { ChatFailure } from '#client/features/chats/session/chat-state.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { PlanErrorCode } from './plan-error.ts'
import classes from './upgrade-prompt.module.css'

type Props = { code: PlanErrorCode; failure: ChatFailure; agent: Agent; session: ChatSession }

/** Whoever comes back to a chat has been shown the ways on. */
const shown = new WeakSet<ChatFailure>()

/** The plan was in the way of a message: what this screen believed of it is read anew, and the ways on are shown. */
export function UpgradePrompt({ code, failure, agent, session }: Props) {
  const client = useQueryClient()
  const isOpen = useIsOpen(code)
  const show = () => planSheet.open(code === 'PLAN_REQUIRED' ? { why: 'agent', agent } : { why: 'quota' })
  // Once for each refusal: the next attempt takes this away first.
  const handleRefused = useEffectEvent(() => {
    void planChanged(client)
    if (!shown.has(failure)) show()
    shown.add(failure)
  })
  useEffect(() => handleRefused(), [])
  // What was in the way is gone: what was said of it no longer holds.
  useEffect(() => {
    if (isOpen) session.dismissFailure()
  }, [isOpen, session])
  return (
    <div className={classes.row}>
      <Button variant="default" onClick={show}>
        {code === 'PLAN_REQUIRED' ? 'Ver planos' : 'Como continuar'}
      </Button>
    </div>
  )
}

/** Whether the plan lets the message pass now, by what was read since it did not. */
function useIsOpen(code: PlanErrorCode): boolean {
  const subscription = useQuery(subscriptionQueries.current())
  const usage = useQuery(subscriptionQueries.usage())
  if (code === 'PLAN_REQUIRED') {
    return subscription.isFetchedAfterMount && subscription.data?.plan.allAgents === true
  }
  return usage.isFetchedAfterMount && usage.data !== undefined && remainingMessages(usage.data) > 0
}
