import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

/** Every plan, those that are sold no more too: what administrators choose from. Others administrate too. */
export const adminPlanList = () =>
  allPagesQuery<AdminPlan>({
    queryKey: ['plans', 'admin', 'list'],
    staleTime: 0,
    path: '/plans/admin',
  })

/** What a plan is called in a list of choices. */
export const planOptions = ({
  displayName,
  isArchived,
}: Pick<AdminPlan, 'displayName' | 'isArchived'>): string =>
  isArchived ? `${displayName} (fora de venda)` : displayName
