import { createFileRoute } from '@tanstack/react-router'
import { NewPlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useAdminForm } from './-use-admin-form.ts'

export const Route = createFileRoute('/app/admin/planos/new')({ component: NewPlanRoute })

function NewPlanRoute() {
  const form = useAdminForm('/app/admin/planos', 'Plano criado.')
  return form && <NewPlanPage {...form} />
}
