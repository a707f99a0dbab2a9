import { createFileRoute } from '@tanstack/react-router'
import { PlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useAdminForm } from './-use-admin-form.ts'

export const Route = createFileRoute('/app/admin/planos/$planId/edit')({ component: PlanRoute })

function PlanRoute() {
  const { planId } = Route.useParams()
  const form = useAdminForm('/app/admin/planos', 'Plano salvo.')
  return form && <PlanPage key={planId} planId={planId} {...form} />
}
