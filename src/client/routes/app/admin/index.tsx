import { createFileRoute } from '@tanstack/react-router'
import { UsagePage } from '#client/features/admin-usage/usage-page.tsx'
import { readUsage } from '#client/features/admin-usage/usage-search.ts'

export const Route = createFileRoute('/app/admin/')({
  validateSearch: readUsage,
  component: UsageRoute,
})

function UsageRoute() {
  const { range } = Route.useSearch()
  return <UsagePage range={range} />
}
