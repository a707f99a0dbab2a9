import { createFileRoute } from '@tanstack/react-router'
import { FeedbackPage } from '#client/features/admin/feedback/feedback-page.tsx'
import { readFeedback } from '#client/features/admin/feedback/feedback-search.ts'

export const Route = createFileRoute('/app/admin/avaliacoes')({
  validateSearch: readFeedback,
  component: FeedbackRoute,
})

function FeedbackRoute() {
  const search = Route.useSearch()
  return <FeedbackPage search={search} />
}
