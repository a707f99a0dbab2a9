import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type {
  AdminLabel,
  AdminLabelsPage,
  DeletedLabel,
  LabelForm,
  RestoreLabel,
} from '#shared/contract/labels.ts'

const ADMIN = '/labels/admin'
const pathOf = (id: string) => `${ADMIN}/${encodeURIComponent(id)}`

/** Query options that loaders and components share. Others administrate too: all of it is asked for each time. */
export const adminLabelQueries = {
  /** All of them: who puts them in order needs each. */
  list: () =>
    allPagesQuery<AdminLabel>({
      queryKey: ['labels', 'admin', 'list'],
      staleTime: 0,
      path: ADMIN,
    }),
  detail: (labelId: string) =>
    queryOptions({
      queryKey: ['labels', 'admin', 'detail', labelId],
      staleTime: 0,
      queryFn: ({ signal }) => request<AdminLabel>('GET', pathOf(labelId), { signal }),
    }),
  /** Who can be given a label. */
  agents: () =>
    allPagesQuery<Agent>({
      queryKey: ['agents', 'whole'],
      staleTime: 0,
      path: '/agents',
    }),
}

export const createLabel = (body: LabelForm) => request<AdminLabel>('POST', ADMIN, { body })

export const updateLabel = (labelId: string, changes: Partial<LabelForm>) =>
  request<AdminLabel>('PATCH', pathOf(labelId), { body: changes })

export const deleteLabel = (labelId: string, moveTo: string | undefined) =>
  request<DeletedLabel>('DELETE', pathOf(labelId), { query: { moveTo } })

export const restoreLabel = (labelId: string, body: RestoreLabel) =>
  request<AdminLabel>('POST', `${pathOf(labelId)}/restore`, { body })

/** Has everything that shows labels, or agents with theirs, read again. */
export async function labelsChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['labels', 'agents', 'admin-agents'].map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  )
}

/** Stores the order of all labels; the list shows it before the answer is there. */
export async function orderLabels(client: QueryClient, ids: string[]): Promise<void> {
  try {
    await request<AdminLabelsPage>('PUT', `${ADMIN}/order`, { body: { ids }, outlivesPage: true })
  } finally {
    // Refused too: somebody else may have added or removed one.
    await labelsChanged(client)
  }
}
