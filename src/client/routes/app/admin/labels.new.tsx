import { createFileRoute } from '@tanstack/react-router'
import { NewLabelPage } from '#client/features/admin/labels/label-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/labels/new')({ component: NewLabelRoute })

function NewLabelRoute() {
  const form = useSavedForm('/app/admin/labels', 'Etiqueta criada.')
  return form && <NewLabelPage {...form} />
}
