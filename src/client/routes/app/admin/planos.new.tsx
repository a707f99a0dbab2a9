import { createFileRoute } from '@tanstack/react-router'
import { NewPlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/planos/new')({ component: NewPlanRoute })

function NewPlanRoute() {
  const form = useSavedForm('/app/admin/planos', 'Plano criado.')
  return form && <NewPlanPage {...form} />
}
