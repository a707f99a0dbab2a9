import { createFileRoute } from '@tanstack/react-router'
import { PlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/planos/$planId/edit')({ component: PlanRoute })

function PlanRoute() {
  const { planId } = Route.useParams()
  const form = useSavedForm('/app/admin/planos', 'Plano salvo.')
  return form && <PlanPage key={planId} planId={planId} {...form} />
}
