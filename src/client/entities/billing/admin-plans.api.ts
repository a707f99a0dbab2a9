import { queryOptions } from '@tanstack/react-query'
import { fetchAllPages } from '#client/lib/http/fetch-all-pages.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

/** Every plan, archived ones too, for administrators' selects. Always fresh: other administrators edit them. */
export const adminPlanList = () =>
  queryOptions({
    queryKey: ['plans', 'admin', 'list'],
    staleTime: 0,
    queryFn: ({ signal }) => fetchAllPages<AdminPlan>('/plans/admin', signal),
  })

export const planOptions = ({
  displayName,
  isArchived,
}: Pick<AdminPlan, 'displayName' | 'isArchived'>): string =>
  isArchived ? `${displayName} (fora de venda)` : displayName
