import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { NewBrandPage } from '#client/features/brands/brand-page.tsx'
import { DraftStep } from '#client/features/drafts/draft-step.tsx'
import { useSavedNotice } from '#client/features/drafts/use-saved-notice.ts'
import { readNew, replyOf } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/novo')({
  validateSearch: readNew,
  component: NewBrandRoute,
})

function NewBrandRoute() {
  const search = Route.useSearch()
  const source = replyOf(search)
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  const notifySaved = useSavedNotice('Marca salva.', source)
  if (!userId) return null
  const handleSaved = () => {
    notifySaved()
    void navigate(search.volta ? { href: search.volta } : { to: '/app/personalizacao/marcas' })
  }
  return (
    <DraftStep kind="brand" source={source} userId={userId}>
      {(read) => <NewBrandPage userId={userId} copyOf={search.de} read={read} onSaved={handleSaved} />}
    </DraftStep>
  )
}
