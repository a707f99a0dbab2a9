import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { ApiError, request, requestAuth } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import type { AdminSession } from '#shared/contract/admin-calls.ts'
import type { HeldBack } from '#shared/contract/entitlement.ts'
import type { ExtraMessages, ExtraMessagesPage, GiveExtraMessages } from '#shared/contract/extra-messages.ts'
import type { LeftOutPeople, PeopleAction, StartPeopleAction } from '#shared/contract/people-actions.ts'
import type {
  AdminUser,
  AdminUsersPage,
  BanUser,
  ChangeUser,
  CountedUsers,
  CreateUser,
  SubscriptionsPage,
} from '#shared/contract/users.ts'
import type { WaitingPurchasesPage } from '#shared/contract/waiting-purchases.ts'
import type { UsersSearch } from './users-search.ts'

const root = ['admin', 'users'] as const

const ACTIONS = '/people-actions/admin'
const actionsKey = ['admin', 'people-actions'] as const
const POLL_MS = 1_000

/** The filter of a table, without its order. */
export const filterOf = ({ sort, ...filter }: UsersSearch) => filter
export type UsersFilter = ReturnType<typeof filterOf>

export const isRunning = ({ status }: Pick<PeopleAction, 'status'>) => status === 'running'

const pathOf = (userId: string, call = '') => `/users/admin/${encodeURIComponent(userId)}${call}`

export const userQueries = {
  list: (search: UsersSearch) =>
    pagedQuery<AdminUsersPage>({
      queryKey: [...root, 'list', search],
      path: '/users/admin',
      query: { ...search, limit: 50 },
      staleTime: 0,
    }),
  detail: (userId: string) =>
    queryOptions({
      queryKey: [...root, 'detail', userId],
      staleTime: 0,
      queryFn: ({ signal }) => request<AdminUser>('GET', pathOf(userId), { signal }),
    }),
  subscriptions: (userId: string) =>
    pagedQuery<SubscriptionsPage>({
      queryKey: [...root, 'subscriptions', userId],
      path: pathOf(userId, '/subscriptions'),
      staleTime: 0,
    }),
  /** Purchases that wait until the address of the account is confirmed. */
  waiting: (userId: string) =>
    queryOptions({
      queryKey: [...root, 'waiting', userId],
      staleTime: 0,
      queryFn: ({ signal }) =>
        request<WaitingPurchasesPage>('GET', '/webhooks/admin/waiting', {
          query: { personId: userId },
          signal,
        }),
    }),
  extraMessages: (userId: string) =>
    pagedQuery<ExtraMessagesPage>({
      queryKey: [...root, 'extra-messages', userId],
      path: pathOf(userId, '/extra-messages'),
      staleTime: 0,
    }),
  /** People who pay for something that they do not get. */
  heldBack: () =>
    queryOptions({
      queryKey: [...root, 'held-back'],
      staleTime: 0,
      queryFn: ({ signal }) => request<HeldBack[]>('GET', '/users/admin/held-back', { signal }),
    }),
  sessions: (userId: string) =>
    queryOptions({
      queryKey: [...root, 'sessions', userId],
      staleTime: 0,
      queryFn: async () =>
        (await auth<{ sessions: AdminSession[] }>('list-user-sessions', { userId })).sessions,
    }),
  plans: adminPlanList,
  count: (filter: UsersFilter) =>
    queryOptions({
      queryKey: [...root, 'count', filter],
      staleTime: 0,
      queryFn: ({ signal }) => request<CountedUsers>('GET', '/users/admin/count', { query: filter, signal }),
    }),
  actions: () =>
    queryOptions({
      queryKey: [...actionsKey, 'list'],
      staleTime: 0,
      queryFn: ({ signal }) => request<PeopleAction[]>('GET', ACTIONS, { signal }),
      // The progress of a running action, also one that another administrator started.
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    }),
  leftOut: (actionId: string) =>
    pagedQuery<LeftOutPeople>({
      queryKey: [...actionsKey, 'left-out', actionId],
      path: `${ACTIONS}/${actionId}/left-out`,
      query: { limit: 50 },
      staleTime: 0,
    }),
}

/** Translates the English messages of better-auth. */
async function auth<T = unknown>(call: string, body: object): Promise<T> {
  try {
    return await requestAuth<T>('POST', `/admin/${call}`, { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, status, details, retryAfterSeconds } = error
    throw new ApiError({ code, status, message: authErrorText(error) }, { details, retryAfterSeconds })
  }
}

export const userCalls = {
  create: (body: CreateUser) => request<AdminUser>('POST', '/users/admin', { body }),
  change: (userId: string, body: ChangeUser) => request<AdminUser>('PATCH', pathOf(userId), { body }),
  ban: (userId: string, body: BanUser) => request<AdminUser>('POST', pathOf(userId, '/ban'), { body }),
  unban: (userId: string) => request<AdminUser>('POST', pathOf(userId, '/unban')),
  setPassword: (userId: string, newPassword: string) => auth('set-user-password', { userId, newPassword }),
  /** Sends the link with which the account's owner chooses a password. */
  sendPasswordLink: (userId: string) => request<AdminUser>('POST', pathOf(userId, '/password-link')),
  confirmEmail: (userId: string) => request<AdminUser>('POST', pathOf(userId, '/confirm-email')),
  changeEmail: (userId: string, email: string) =>
    request<AdminUser>('PUT', pathOf(userId, '/email'), { body: { email } }),
  giveExtra: (userId: string, body: GiveExtraMessages) =>
    request<ExtraMessages>('POST', pathOf(userId, '/extra-messages'), { body }),
  takeBackExtra: (userId: string, extraId: string) =>
    request<ExtraMessages>('POST', pathOf(userId, `/extra-messages/${extraId}/take-back`)),
  remove: (userId: string) => auth('remove-user', { userId }),
  endSession: (sessionToken: string) => auth('revoke-user-session', { sessionToken }),
  endSessions: (userId: string) => auth('revoke-user-sessions', { userId }),
  /** Switches this browser's session to the account, for one hour at most. */
  impersonate: (userId: string, reason: string) => auth('impersonate-user', { userId, reason }),
}

export const actionCalls = {
  start: (body: StartPeopleAction) => request<PeopleAction>('POST', ACTIONS, { body }),
  cancel: (actionId: string) => request<PeopleAction>('POST', `${ACTIONS}/${actionId}/cancel`),
}

export const actionsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: actionsKey })

export const usersChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: root })

/** The list as a spreadsheet. Not a link: the call may first require a proof of who is there. */
export function fetchUsersFile(search: UsersSearch): Promise<NamedFile> {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given as [string, string][]).toString()
  return fetchFile(`/users/admin/export${query && `?${query}`}`, 'usuarios.csv')
}

/** Chosen accounts as the same spreadsheet. */
export const fetchChosenFile = (userIds: string[]): Promise<NamedFile> =>
  fetchFile('/users/admin/export', 'usuarios.csv', { method: 'POST', body: { userIds } })
