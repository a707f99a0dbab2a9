import { useWindowEvent } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { Stack } from '#client/ui/layout/stack.tsx'
import { purchaseClaimCalls } from './purchase-claims.api.ts'
import { planChanged, subscriptionQueries } from './subscription.api.ts'

/** Asks a buyer to confirm the account's address, where that is the only obstacle to the plan. */
export function WaitingPurchase({ email }: { email: string }) {
  const cache = useQueryClient()
  const subscription = useQuery(subscriptionQueries.current())
  const isWaiting = subscription.data?.waiting === 'verify-email'
  // The link opens in another tab.
  useWindowEvent('focus', () => {
    if (isWaiting) void subscription.refetch()
  })
  useEffect(() => {
    if (!isWaiting) return
    return () => {
      const { queryKey } = subscriptionQueries.current()
      if (cache.getQueryData(queryKey)?.waiting !== null) return
      // The address is confirmed: plan and session have changed.
      void planChanged(cache)
      void withSessionEvent(Promise.resolve())
    }
  }, [isWaiting, cache])
  if (!isWaiting) return null
  return (
    <Stack gap={12} className={callout.root}>
      <p>
        <strong>Confirme seu e-mail para liberar seu plano.</strong> Sua compra já chegou e está guardada para{' '}
        {email}. Abra o link que enviamos para lá e o plano é liberado na hora.
      </p>
      <ResendButton
        send={() => purchaseClaimCalls.resendVerification(email)}
        sentText={`Enviamos um link para ${email}. Se não aparecer, olhe no spam e nas promoções.`}
      >
        Reenviar e-mail
      </ResendButton>
    </Stack>
  )
}
