import { createFileRoute } from '@tanstack/react-router'
import { ReviewDocumentPage } from '#client/features/documents/review-document-page.tsx'

export const Route = createFileRoute('/app/personalizacao/documentos/$documentId/revisar')({
  component: ReviewDocumentRoute,
})

function ReviewDocumentRoute() {
  const { documentId } = Route.useParams()
  return <ReviewDocumentPage key={documentId} documentId={documentId} />
}
