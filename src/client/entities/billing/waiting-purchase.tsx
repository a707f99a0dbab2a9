import { useWindowEvent } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import classes from './purchase-claim.module.css'
import { purchaseClaimCalls } from './purchase-claims.api.ts'
import { planChanged, subscriptionQueries } from './subscription.api.ts'

/**
 * For whoever bought under the account's own address and has not confirmed it: what is in the way, and the mail again.
 * Nothing for anybody else.
 */
export function WaitingPurchase({ email }: { email: string }) {
  const cache = useQueryClient()
  const subscription = useQuery(subscriptionQueries.current())
  const isWaiting = subscription.data?.waiting === 'verify-email'
  // The link is opened in another tab, or in the mail's own window.
  useWindowEvent('focus', () => {
    if (isWaiting) void subscription.refetch()
  })
  useEffect(() => {
    if (!isWaiting) return
    return () => {
      const { queryKey } = subscriptionQueries.current()
      if (cache.getQueryData(queryKey)?.waiting !== null) return
      // Whoever read it, it has arrived: locks open, and the account's address is a confirmed one.
      void planChanged(cache)
      void withSessionEvent(Promise.resolve())
    }
  }, [isWaiting, cache])
  if (!isWaiting) return null
  return (
    <div className={classes.waiting}>
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
    </div>
  )
}
