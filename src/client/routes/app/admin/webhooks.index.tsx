import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '#client/features/admin/webhooks/webhooks-page.tsx'
import { readWebhooks } from '#client/features/admin/webhooks/webhooks-search.ts'

export const Route = createFileRoute('/app/admin/webhooks/')({
  validateSearch: readWebhooks,
  component: WebhooksRoute,
})

function WebhooksRoute() {
  return <WebhooksPage search={Route.useSearch()} />
}
