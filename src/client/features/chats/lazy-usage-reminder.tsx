import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isNearLimit, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useIdle } from '#client/lib/browser/use-idle.ts'

const UsageReminder = lazy(() => import('./usage-reminder.tsx').then((it) => ({ default: it.UsageReminder })))

/**
 * Shows the remaining messages of the month when they are few. Reads the usage when the page is idle, and again after
 * each reply.
 */
export function LazyUsageReminder({ session }: { session: ChatSession }) {
  const isIdle = useIdle()
  const isReplying = useChatState(session, isBusy)
  const { data, refetch } = useQuery({ ...subscriptionQueries.usage(), enabled: isIdle })
  const wasReplying = useRef(false)
  useEffect(() => {
    if (wasReplying.current && !isReplying) void refetch()
    wasReplying.current = isReplying
  }, [isReplying, refetch])
  if (!data || !isNearLimit(data)) return null
  return (
    <Suspense fallback={null}>
      <UsageReminder usage={data} />
    </Suspense>
  )
}
