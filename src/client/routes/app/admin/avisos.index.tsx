import { createFileRoute } from '@tanstack/react-router'
import { NoticesPage } from '#client/features/admin/notices/notices-page.tsx'
import { readNotices } from '#client/features/admin/notices/notices-search.ts'

export const Route = createFileRoute('/app/admin/avisos/')({
  validateSearch: readNotices,
  component: NoticesRoute,
})

function NoticesRoute() {
  return <NoticesPage search={Route.useSearch()} />
}
