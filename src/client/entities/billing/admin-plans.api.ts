import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

/** Every plan, archived ones too, for administrators' selects. Always fresh: other administrators edit them. */
export const adminPlanList = () =>
  allPagesQuery<AdminPlan>({
    queryKey: ['plans', 'admin', 'list'],
    staleTime: 0,
    path: '/plans/admin',
  })

export const planOptions = ({
  displayName,
  isArchived,
}: Pick<AdminPlan, 'displayName' | 'isArchived'>): string =>
  isArchived ? `${displayName} (fora de venda)` : displayName
