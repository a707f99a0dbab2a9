import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { assetQueries } from '#client/lib/assets.api.ts'
import { homeCardOf, readHomeMemory, rememberHome } from '#client/lib/home-memory.ts'
import type { QueryState } from '#client/lib/query-state.ts'
import type { Me } from '#shared/contract/me.ts'
import classes from './home-slot.module.css'

const HomeCard = lazy(() => import('./home-card.tsx').then((it) => ({ default: it.HomeCard })))

type Props = {
  userId: string
  /** As the session has it, which is there before anything else. */
  hasAnswered: boolean
  me: QueryState<Me>
}

/** The place of the one card for what is missing. It is held while that is found out, so that nothing below jumps. */
export function HomeSlot({ userId, hasAnswered, me }: Props) {
  const [memory] = useState(() => readHomeMemory(userId))
  const [isDone, setDone] = useState(false)
  const wasOffered = memory.isOffered || me.data?.hasBeenOfferedOnboarding
  const isAnswered = hasAnswered || me.data?.hasCompletedOnboarding === true
  const products = useInfiniteQuery({
    ...assetQueries.list({ kind: 'product', limit: 1 }),
    enabled: !isDone && !memory.isProductSettled && (isAnswered || wasOffered === true),
  })
  const hasProduct = memory.isProductSettled || (products.data && products.data.pages[0]?.items.length !== 0)
  const card = homeCardOf({ hasAnswered: isAnswered, wasOffered, hasProduct })
  const isSettled = card === null && !memory.isProductSettled
  useEffect(() => {
    if (isSettled) rememberHome(userId, { isProductSettled: true })
  }, [isSettled, userId])
  if (isDone || card === null || me.isError || products.isError) return null
  const handleDone = () => {
    rememberHome(userId, card === 'product' ? { isProductSettled: true } : { isOffered: true })
    setDone(true)
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.slot}>
      <Suspense fallback={null}>
        {card !== 'unknown' && <HomeCard card={card} onDone={handleDone} />}
      </Suspense>
    </div>
  )
}
