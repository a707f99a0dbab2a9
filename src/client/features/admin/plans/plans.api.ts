import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AdminPlan, AdminPlansPage, CreatePlan, UpdatePlan } from '#shared/contract/plans-admin.ts'

const ADMIN = '/plans/admin'
const pathOf = (planId: string) => `${ADMIN}/${encodeURIComponent(planId)}`

export const adminPlanDetail = (planId: string) =>
  queryOptions({
    queryKey: ['plans', 'admin', 'detail', planId],
    staleTime: 0,
    queryFn: ({ signal }) => request<AdminPlan>('GET', pathOf(planId), { signal }),
  })

export const adminPlanCalls = {
  read: (planId: string) => request<AdminPlan>('GET', pathOf(planId)),
  create: (body: Partial<CreatePlan>) => request<AdminPlan>('POST', ADMIN, { body }),
  change: (planId: string, body: UpdatePlan) => request<AdminPlan>('PATCH', pathOf(planId), { body }),
}

export async function plansChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['plans', 'agents', 'subscription', 'usage'].map((noun) =>
      client.invalidateQueries({ queryKey: [noun] }),
    ),
  )
}

export async function orderPlans(client: QueryClient, ids: string[]): Promise<void> {
  try {
    await request<AdminPlansPage>('PUT', `${ADMIN}/order`, { body: { ids }, outlivesPage: true })
  } finally {
    // After a refusal too: another administrator may have changed the list.
    await plansChanged(client)
  }
}
