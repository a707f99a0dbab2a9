import { createFileRoute } from '@tanstack/react-router'
import { AdminTutorialsPage } from '#client/features/admin/tutorials/tutorials-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/admin/tutoriais/')({
  validateSearch: readSearch,
  component: AdminTutorialsRoute,
})

function AdminTutorialsRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return <AdminTutorialsPage q={q} onSearch={handleSearch} />
}
