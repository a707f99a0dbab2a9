import { createFileRoute } from '@tanstack/react-router'
import { TutorialPage } from '#client/features/admin/tutorials/tutorial-page.tsx'
import { useSavedForm } from '#client/routes/app/-use-saved-form.ts'

export const Route = createFileRoute('/app/admin/tutoriais/$tutorialId/edit')({ component: TutorialRoute })

function TutorialRoute() {
  const { tutorialId } = Route.useParams()
  const form = useSavedForm('/app/admin/tutoriais', 'Tutorial salvo.')
  return form && <TutorialPage key={tutorialId} tutorialId={tutorialId} {...form} />
}
