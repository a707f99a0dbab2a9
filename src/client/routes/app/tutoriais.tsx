import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '#client/features/auth/use-account.ts'
import { TutorialsPage } from '#client/features/tutorials/tutorials-page.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/tutoriais')({
  validateSearch: readSearch,
  component: TutorialsRoute,
})

function TutorialsRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated } = useAccount()
  usePageTitle('Tutoriais')
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return (
    <TutorialsPage
      q={q}
      onSearch={handleSearch}
      isAdmin={user?.role === 'admin'}
      isReadOnly={isImpersonated}
    />
  )
}
