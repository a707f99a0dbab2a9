import { queryOptions } from '@tanstack/react-query'
import { request, requestAuth } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import type { UpdateUser } from '#shared/contract/auth.ts'
import type { OwnSession } from '#shared/contract/auth-calls.ts'
import type { CreateEmailChange, EmailChange } from '#shared/contract/email-changes.ts'
import type { ImpersonationsPage } from '#shared/contract/impersonations.ts'
import type { Me } from '#shared/contract/me.ts'
import type { MailChoice } from '#shared/contract/people-mails.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'

export const meQueries = {
  current: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: (query) => request<Me>('GET', '/me', { signal: query.signal, ...cacheFallback(query) }),
    }),
  emailChange: () =>
    queryOptions({
      queryKey: ['me', 'email-change'],
      staleTime: 0,
      queryFn: ({ signal }) => request<EmailChange | null>('GET', '/me/email-changes', { signal }),
    }),
  impersonations: () =>
    pagedQuery<ImpersonationsPage>({
      queryKey: ['me', 'impersonations'],
      path: '/me/impersonations',
      query: { limit: 5 },
      staleTime: 0,
    }),
  mails: () =>
    queryOptions({
      queryKey: ['me', 'mails'],
      staleTime: 0,
      queryFn: ({ signal }) => request<MailChoice>('GET', '/me/mails', { signal }),
    }),
  /** Never from the cache: other devices sign in and out. */
  sessions: () =>
    queryOptions({
      queryKey: ['me', 'sessions'],
      staleTime: 0,
      queryFn: ({ signal }) => requestAuth<OwnSession[]>('GET', '/list-sessions', { signal }),
    }),
}

const post = (path: string, body?: unknown) => requestAuth<unknown>('POST', path, { body })

export const meCalls = {
  update: (changes: UpdateUser) => withSessionEvent(post('/update-user', changes)),
  changePassword: (body: { currentPassword: string; newPassword: string }) =>
    withSessionEvent(post('/change-password', body)),
  endSession: (sessionId: string) => post('/revoke-session', { sessionId }),
  endOtherSessions: () => post('/revoke-other-sessions'),
  deleteAccount: (body: { password?: string }) => withSessionEvent(post('/delete-user', body)),
  askEmailChange: (body: CreateEmailChange) => request<EmailChange>('POST', '/me/email-changes', { body }),
  cancelEmailChange: () => request<null>('DELETE', '/me/email-changes'),
  sendVerificationEmail: (email: string) => post('/send-verification-email', { email }),
  chooseMails: (isSubscribed: boolean) => request<MailChoice>('PUT', '/me/mails', { body: { isSubscribed } }),
  acceptTerms: () => request<unknown>('POST', '/me/terms', { body: { version: TERMS_VERSION } }),
}

export const EXPORT_ADDRESS = '/api/v1/me/export'
