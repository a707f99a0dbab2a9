import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isNearLimit, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useIdle } from '#client/lib/browser/use-idle.ts'

const UsageNote = lazy(() => import('./usage-reminder.tsx').then((it) => ({ default: it.UsageReminder })))

/**
 * Where the chat says how many of the month's messages are left, once they are few. Nobody waits for it: it is asked
 * for when the page rests, and again after each turn.
 */
export function LazyUsageReminder({ session }: { session: ChatSession }) {
  const isResting = useIdle()
  const isTurn = useChatState(session, isBusy)
  const { data, refetch } = useQuery({ ...subscriptionQueries.usage(), enabled: isResting })
  const wasTurn = useRef(false)
  useEffect(() => {
    if (wasTurn.current && !isTurn) void refetch()
    wasTurn.current = isTurn
  }, [isTurn, refetch])
  if (!data || !isNearLimit(data)) return null
  return (
    <Suspense fallback={null}>
      <UsageNote usage={data} />
    </Suspense>
  )
}
