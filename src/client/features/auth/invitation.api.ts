import { request } from '#client/lib/http/http-client.ts'
import type { AcceptedInvitation, AcceptInvitation, OpenedInvitation } from '#shared/contract/invitations.ts'

/** The invitation of a mail's link. Rejects with NOT_FOUND when the link has expired or was used. */
export const openInvitation = (token: string) =>
  request<OpenedInvitation>('POST', '/invitations/open', { body: { token } })

/** Opens the invited account. */
export const acceptInvitation = (body: AcceptInvitation) =>
  request<AcceptedInvitation>('POST', '/invitations/accept', { body })

/** Accepts in the account of this session. */
export const confirmInvitation = (token: string) =>
  request<AcceptedInvitation>('POST', '/invitations/confirm', { body: { token } })
