import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { planChanged, subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { CHECKOUT_KEPT_MS, type Checkout, checkoutStorage } from './checkout-storage.ts'

const EVERY_MS = 4_000
/** How long a provider takes to report a payment; a return to the page restarts the time. */
const LONG_MS = 3 * 60_000

type Props = { checkout: Checkout; onDone: () => void }

/** A plan that was ending and goes on was bought again. */
const isPaid = ({ planId, wasEnding }: Checkout, { plan, state }: MySubscription) =>
  plan.id !== planId || (wasEnding && state !== 'ending')

/** Polls until the paid plan is active, and then refreshes what depends on it. */
export function CheckoutWatch({ checkout, onDone }: Props) {
  const client = useQueryClient()
  const [until, setUntil] = useState(() => Date.now() + LONG_MS)
  const { data, isFetchedAfterMount } = useQuery({
    ...subscriptionQueries.current(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: () => (Date.now() < until ? EVERY_MS : false),
  })
  const handleReturn = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (Date.now() - checkout.at < CHECKOUT_KEPT_MS) setUntil(Date.now() + LONG_MS)
    else onDone()
  })
  useEffect(() => {
    const listener = () => handleReturn()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [])
  const isArrived = isFetchedAfterMount && data !== undefined && isPaid(checkout, data)
  const handleArrived = useEffectEvent((planName: string) => {
    checkoutStorage.forget()
    void planChanged(client)
    showToast(`Seu plano agora é o ${planName}.`, 'success')
    onDone()
  })
  const planName = isArrived ? data.plan.displayName : undefined
  useEffect(() => {
    if (planName !== undefined) handleArrived(planName)
  }, [planName])
  return null
}
