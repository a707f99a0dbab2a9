import { useState } from 'react'
import { subscriptionCalls } from '#client/entities/billing/subscription.api.ts'
import { unexpectedAnswer } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'
import { checkoutStorage, seenOf } from './checkout-storage.ts'
import { isPaymentAddress, openPaymentTab } from './payment-tab.ts'

/** A page of the provider; `isOpened` unless the browser blocked its tab. */
export type OpenedPage = { url: string; isOpened: boolean }

type Person = {
  userId: string
  /** Undefined while it loads. */
  current: Pick<MySubscription, 'plan' | 'state'> | undefined
}

/** Opens the provider's pages in a new tab (decision 28). */
export function usePayment({ userId, current }: Person) {
  /** A plan's id, or `portal`. */
  const [opening, setOpening] = useState<string>()
  const [page, setPage] = useState<OpenedPage>()
  const [failure, setFailure] = useState<string>()

  const open = async (name: string, ask: () => Promise<PaymentPage>, { isWaitedFor = false } = {}) => {
    const tab = openPaymentTab('Abrindo o pagamento…')
    setOpening(name)
    setFailure(undefined)
    setPage(undefined)
    try {
      const { url } = await ask()
      if (!isPaymentAddress(url)) throw unexpectedAnswer()
      if (isWaitedFor && current) checkoutStorage.remember({ userId, ...seenOf(current) })
      setPage({ url, isOpened: tab.lead(url) })
    } catch (error) {
      tab.close()
      setFailure(errorText(error))
    } finally {
      setOpening(undefined)
    }
  }
  const { openCheckout, openPortal } = subscriptionCalls
  return {
    opening,
    page,
    failure,
    pay: (planId: string) => open(planId, () => openCheckout(planId), { isWaitedFor: true }),
    /** Opens the portal to change the plan. */
    change: (planId: string) => open(planId, openPortal, { isWaitedFor: true }),
    manage: () => open('portal', openPortal),
  }
}
