import { createFileRoute } from '@tanstack/react-router'
import { SpendAlert } from '#client/features/admin/spend-limits/spend-alert.tsx'
import { UsagePage } from '#client/features/admin/usage/usage-page.tsx'
import { readUsage } from '#client/features/admin/usage/usage-search.ts'
import { HeldBackAlert } from '#client/features/admin/users/held-back-alert.tsx'
import { WebhookAlert } from '#client/features/admin/webhooks/webhook-alert.tsx'

export const Route = createFileRoute('/app/admin/')({
  validateSearch: readUsage,
  component: UsageRoute,
})

function UsageRoute() {
  const search = Route.useSearch()
  const alert = (
    <>
      <SpendAlert />
      <WebhookAlert />
      <HeldBackAlert />
    </>
  )
  return <UsagePage search={search} alert={alert} />
}
