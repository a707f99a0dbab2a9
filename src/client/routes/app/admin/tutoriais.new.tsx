import { createFileRoute } from '@tanstack/react-router'
import { NewTutorialPage } from '#client/features/admin/tutorials/tutorial-page.tsx'
import { useAdminForm } from './-use-admin-form.ts'

export const Route = createFileRoute('/app/admin/tutoriais/new')({ component: NewTutorialRoute })

function NewTutorialRoute() {
  const form = useAdminForm('/app/admin/tutoriais', 'Tutorial publicado.')
  return form && <NewTutorialPage {...form} />
}
