import { createFileRoute } from '@tanstack/react-router'
import { LabelPage } from '#client/features/admin/labels/label-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/labels/$labelId/edit')({ component: LabelRoute })

function LabelRoute() {
  const { labelId } = Route.useParams()
  const form = useSavedForm('/app/admin/labels', 'Etiqueta salva.')
  return form && <LabelPage key={labelId} labelId={labelId} {...form} />
}
