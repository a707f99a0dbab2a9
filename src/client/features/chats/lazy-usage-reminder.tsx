import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isNearLimit, subscriptionQueries } from '#client/lib/subscription.api.ts'
import { useRest } from '#client/lib/use-rest.ts'
import type { ChatSession } from './chat-session.ts'
import { isBusy } from './chat-state.ts'
import { useChatState } from './use-chat-session.ts'

const UsageNote = lazy(() => import('./usage-note.tsx').then((it) => ({ default: it.UsageNote })))

/**
 * Where the chat says how many of the month's messages are left, once they are few. Nobody waits for it: it is asked
 * for when the page rests, and again after each turn.
 */
export function UsageSlot({ session }: { session: ChatSession }) {
  const isResting = useRest()
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
