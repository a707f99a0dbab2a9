import { createFileRoute } from '@tanstack/react-router'
import { UsagePage } from '#client/features/admin/usage/usage-page.tsx'
import { readUsage } from '#client/features/admin/usage/usage-search.ts'
import { WebhookAlert } from '#client/features/admin/webhooks/webhook-alert.tsx'

export const Route = createFileRoute('/app/admin/')({
  validateSearch: readUsage,
  component: UsageRoute,
})

function UsageRoute() {
  const { range } = Route.useSearch()
  return <UsagePage range={range} alert={<WebhookAlert />} />
}
