import { createFileRoute } from '@tanstack/react-router'
import { NOTICE_FILTERS } from '#client/features/admin-notices/admin-notices.api.ts'
import { NoticesPage } from '#client/features/admin-notices/notices-page.tsx'
import { readTable } from '#client/lib/table-search.ts'

export const Route = createFileRoute('/app/admin/avisos/')({
  validateSearch: readTable(NOTICE_FILTERS),
  component: NoticesRoute,
})

function NoticesRoute() {
  return <NoticesPage search={Route.useSearch()} />
}
