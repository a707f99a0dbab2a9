import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import { checkoutStorage, seenOf } from './checkout-storage.ts'

/** How a visit to Stripe's page ended, from the address. */
export type PaymentReturn = 'feita' | 'cancelada'

type Params = {
  userId: string
  returned: PaymentReturn | undefined
  subscription: MySubscription | undefined
  onReturned: () => void
}

/** Handles the return from a payment: waits for its confirmation, or forgets the checkout. */
export function usePaymentReturn({ userId, returned, subscription, onReturned }: Params): void {
  // The previous plan must be known, to detect the new one.
  const isReady = returned === 'cancelada' || (returned === 'feita' && subscription !== undefined)
  const handleReturned = useEffectEvent(() => {
    if (returned === 'cancelada') {
      checkoutStorage.forget()
      showToast('A compra não foi concluída, e nada foi cobrado.')
      onReturned()
    }
    if (returned === 'feita' && subscription) {
      // Another browser opened the checkout, or it expired: wait unless the payment has arrived.
      if (subscription.provider !== 'stripe' && !checkoutStorage.of(userId)) {
        checkoutStorage.remember({ userId, ...seenOf(subscription) })
      }
      onReturned()
    }
  })
  useEffect(() => {
    if (isReady) handleReturned()
  }, [isReady])
}
