import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AddedPerson, AddPerson, Invitation, InvitationsPage } from '#shared/contract/invitations.ts'
import type {
  ImportResult,
  ImportRowsPage,
  PeopleImport,
  PrepareImport,
} from '#shared/contract/people-imports.ts'

const root = ['admin', 'people'] as const
const IMPORTS = '/people-imports/admin'
const INVITATIONS = '/invitations/admin'

const POLL_MS = 1_000

export type InvitationState = 'open' | 'accepted' | 'canceled'

export const peopleQueries = {
  invitations: (state: InvitationState) =>
    pagedQuery<InvitationsPage>({
      queryKey: [...root, 'invitations', state],
      path: INVITATIONS,
      query: { state, limit: 50 },
      staleTime: 0,
    }),
  imports: () =>
    queryOptions({
      queryKey: [...root, 'imports'],
      staleTime: 0,
      queryFn: ({ signal }) => request<PeopleImport[]>('GET', IMPORTS, { signal }),
      // The progress of a running import, also one that another administrator started.
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    }),
  rows: (importId: string, result: ImportResult | undefined) =>
    pagedQuery<ImportRowsPage>({
      queryKey: [...root, 'rows', importId, result],
      path: `${IMPORTS}/${importId}/rows`,
      query: { result, limit: 50 },
      staleTime: 0,
    }),
}

export const isRunning = ({ status }: Pick<PeopleImport, 'status'>) => status === 'running'

const callOf = (importId: string, call: string) => `${IMPORTS}/${importId}/${call}`

export const peopleCalls = {
  add: (body: AddPerson) => request<AddedPerson>('POST', INVITATIONS, { body }),
  resend: (id: string) => request<Invitation>('POST', `${INVITATIONS}/${id}/resend`),
  cancelInvitation: (id: string) => request<Invitation>('POST', `${INVITATIONS}/${id}/cancel`),
  sendFile: (file: File) => {
    const form = new FormData()
    form.append('file', file)
    return request<PeopleImport>('POST', IMPORTS, { form })
  },
  prepare: (importId: string, body: PrepareImport) =>
    request<PeopleImport>('PATCH', `${IMPORTS}/${importId}`, { body }),
  start: (importId: string) => request<PeopleImport>('POST', callOf(importId, 'start')),
  cancel: (importId: string) => request<PeopleImport>('POST', callOf(importId, 'cancel')),
}

export const peopleChanged = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: root })
  void client.invalidateQueries({ queryKey: ['admin', 'users'] })
}
