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

export const adminLabelQueries = {
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

export async function labelsChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['labels', 'agents', 'admin-agents'].map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  )
}

export async function orderLabels(client: QueryClient, ids: string[]): Promise<void> {
  try {
    await request<AdminLabelsPage>('PUT', `${ADMIN}/order`, { body: { ids }, outlivesPage: true })
  } finally {
    // After a refusal too: another administrator may have changed the list.
    await labelsChanged(client)
  }
}
