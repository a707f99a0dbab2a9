import { createFileRoute } from '@tanstack/react-router'
import { WebhookPage } from '#client/features/admin/webhooks/webhook-page.tsx'

export const Route = createFileRoute('/app/admin/webhooks/$eventId')({ component: WebhookRoute })

function WebhookRoute() {
  const { eventId } = Route.useParams()
  return <WebhookPage key={eventId} eventId={eventId} />
}
