import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { CreatePersonNote, PersonNote } from '#shared/contract/person-notes.ts'
import type { UserPayment, UserUsage } from '#shared/contract/user-usage.ts'

const pathOf = (userId: string, call: string) => `/users/admin/${encodeURIComponent(userId)}/${call}`
const read =
  <T>(name: 'usage' | 'payments' | 'notes') =>
  (userId: string) =>
    queryOptions({
      queryKey: ['admin', 'users', name, userId],
      staleTime: 0,
      queryFn: ({ signal }) => request<T>('GET', pathOf(userId, name), { signal }),
    })

/** What the page of a person shows beside the account. */
export const personQueries = {
  usage: read<UserUsage>('usage'),
  payments: read<UserPayment[]>('payments'),
  notes: read<PersonNote[]>('notes'),
}

export const noteCalls = {
  create: (userId: string, body: CreatePersonNote) =>
    request<PersonNote>('POST', pathOf(userId, 'notes'), { body }),
  remove: (userId: string, noteId: string) =>
    request<PersonNote>('DELETE', pathOf(userId, `notes/${noteId}`)),
}

export const notesChanged = (client: QueryClient, userId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: personQueries.notes(userId).queryKey })
