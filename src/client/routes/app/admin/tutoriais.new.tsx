import { createFileRoute } from '@tanstack/react-router'
import { NewTutorialPage } from '#client/features/admin/tutorials/tutorial-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/tutoriais/new')({ component: NewTutorialRoute })

function NewTutorialRoute() {
  const form = useSavedForm('/app/admin/tutoriais', 'Tutorial publicado.')
  return form && <NewTutorialPage {...form} />
}
