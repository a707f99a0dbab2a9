import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { checkoutStorage } from './checkout-storage.ts'

/** How somebody comes back from Stripe's page, as the address says it. */
export type PaymentReturn = 'feita' | 'cancelada'

type Params = {
  userId: string
  returned: PaymentReturn | undefined
  subscription: MySubscription | undefined
  onReturned: () => void
}

/** Goes on where somebody comes back from a payment: waits for what they paid, or forgets what they did not. */
export function usePaymentReturn({ userId, returned, subscription, onReturned }: Params): void {
  // What is paid is told from what was there before, which has to be known.
  const isReady = returned === 'cancelada' || (returned === 'feita' && subscription !== undefined)
  const handleReturned = useEffectEvent(() => {
    if (returned === 'cancelada') {
      checkoutStorage.forget()
      showToast('A compra não foi concluída, e nada foi cobrado.')
      onReturned()
    }
    if (returned === 'feita' && subscription) {
      // In another browser than the one that was sent, or too late: wait all the same, unless it has arrived.
      if (subscription.provider !== 'stripe' && !checkoutStorage.of(userId)) {
        checkoutStorage.remember({ userId, planId: subscription.plan.id })
      }
      onReturned()
    }
  })
  useEffect(() => {
    if (isReady) handleReturned()
  }, [isReady])
}
