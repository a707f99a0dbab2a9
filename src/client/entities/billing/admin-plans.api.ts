import { queryOptions } from '@tanstack/react-query'
import { fetchAllPages } from '#client/lib/http/fetch-all-pages.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

/** Every plan, those that are sold no more too: what administrators choose from. Others administrate too. */
export const adminPlanList = () =>
  queryOptions({
    queryKey: ['plans', 'admin', 'list'],
    staleTime: 0,
    queryFn: ({ signal }) => fetchAllPages<AdminPlan>('/plans/admin', signal),
  })

/** What a plan is called in a list of choices. */
export const planOptions = ({
  displayName,
  isArchived,
}: Pick<AdminPlan, 'displayName' | 'isArchived'>): string =>
  isArchived ? `${displayName} (fora de venda)` : displayName
