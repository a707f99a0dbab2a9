import { queryOptions } from '@tanstack/react-query'
import { request, requestAuth } from '#client/lib/http/http-client.ts'
import type {
  ConfirmedPurchase,
  CreatePurchaseClaim,
  PurchaseClaim,
} from '#shared/contract/purchase-claims.ts'

export const purchaseClaimQueries = {
  /** Confirms a claim by its mail's token. A query, because the call is idempotent. */
  confirmed: (token: string) =>
    queryOptions({
      queryKey: ['purchase-claims', token],
      staleTime: Number.POSITIVE_INFINITY,
      // Fails offline instead of pausing, and runs again on reconnect.
      networkMode: 'always',
      refetchOnReconnect: true,
      queryFn: () => request<ConfirmedPurchase>('POST', '/me/purchase-claims/confirm', { body: { token } }),
    }),
}

export const purchaseClaimCalls = {
  /** Mails a link to the purchase's address; the answer does not reveal whether a purchase exists. */
  claim: (body: CreatePurchaseClaim) => request<PurchaseClaim>('POST', '/me/purchase-claims', { body }),
  resendVerification: (email: string) =>
    requestAuth<unknown>('POST', '/send-verification-email', { body: { email } }),
}
