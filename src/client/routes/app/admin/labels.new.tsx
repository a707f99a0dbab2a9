import { createFileRoute } from '@tanstack/react-router'
import { NewLabelPage } from '#client/features/admin/labels/label-page.tsx'
import { useAdminForm } from './-use-admin-form.ts'

export const Route = createFileRoute('/app/admin/labels/new')({ component: NewLabelRoute })

function NewLabelRoute() {
  const form = useAdminForm('/app/admin/labels', 'Etiqueta criada.')
  return form && <NewLabelPage {...form} />
}
