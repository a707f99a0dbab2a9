import { queryOptions } from '@tanstack/react-query'
import { request, requestAuth } from '#client/lib/http/http-client.ts'
import type {
  ConfirmedPurchase,
  CreatePurchaseClaim,
  PurchaseClaim,
} from '#shared/contract/purchase-claims.ts'

export const purchaseClaimQueries = {
  /** What the link of a claim's mail brings. A query, since using it again changes nothing. */
  confirmed: (token: string) =>
    queryOptions({
      queryKey: ['purchase-claims', token],
      staleTime: Number.POSITIVE_INFINITY,
      // Without a network it says so, where waiting for one would look as if it went on; and goes on once there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
      queryFn: () => request<ConfirmedPurchase>('POST', '/me/purchase-claims/confirm', { body: { token } }),
    }),
}

export const purchaseClaimCalls = {
  /** Has a link sent to an address under which something was bought; answers the same where nothing was. */
  claim: (body: CreatePurchaseClaim) => request<PurchaseClaim>('POST', '/me/purchase-claims', { body }),
  /** Asks for the mail that confirms the account's own address again. */
  resendVerification: (email: string) =>
    requestAuth<unknown>('POST', '/send-verification-email', { body: { email } }),
}
