import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type {
  PeopleMail,
  PeopleMailReach,
  PeopleMailSelection,
  PeopleMails,
  PeopleMailTest,
  PeopleMailTested,
  StartPeopleMail,
} from '#shared/contract/people-mails.ts'

const MAILS = '/people-mails/admin'
const key = ['admin', 'people-mails'] as const
const POLL_MS = 1_000

export const isRunning = ({ status }: Pick<PeopleMail, 'status'>) => status === 'running'

export const mailQueries = {
  list: () =>
    queryOptions({
      queryKey: [...key, 'list'],
      staleTime: 0,
      queryFn: ({ signal }) => request<PeopleMails>('GET', MAILS, { signal }),
      // The progress of a running mail, also one that another administrator started.
      refetchInterval: ({ state }) => (state.data?.mails.some(isRunning) ? POLL_MS : false),
    }),
  reach: (selection: PeopleMailSelection) =>
    queryOptions({
      queryKey: [...key, 'reach', selection],
      staleTime: 0,
      queryFn: ({ signal }) =>
        request<PeopleMailReach>('POST', `${MAILS}/reach`, { body: selection, signal }),
    }),
}

export const mailCalls = {
  start: (body: StartPeopleMail) => request<PeopleMail>('POST', MAILS, { body }),
  test: (body: PeopleMailTest) => request<PeopleMailTested>('POST', `${MAILS}/test`, { body }),
  cancel: (mailId: string) => request<PeopleMail>('POST', `${MAILS}/${mailId}/cancel`),
}

export const mailsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: key })
