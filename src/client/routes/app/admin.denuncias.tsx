import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage } from '#client/features/admin/reports/reports-page.tsx'
import { readReports } from '#client/features/admin/reports/reports-search.ts'

export const Route = createFileRoute('/app/admin/denuncias')({
  validateSearch: readReports,
  component: ReportsRoute,
})

function ReportsRoute() {
  return <ReportsPage search={Route.useSearch()} />
}
