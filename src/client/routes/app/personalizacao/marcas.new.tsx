import { createFileRoute } from '@tanstack/react-router'
import { DraftStep } from '#client/features/asset-drafts/asset-draft-step.tsx'
import { useSavedToast } from '#client/features/asset-drafts/use-saved-toast.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { NewBrandPage } from '#client/features/brands/brand-page.tsx'
import { readNew, replyOf } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/new')({
  validateSearch: readNew,
  component: NewBrandRoute,
})

function NewBrandRoute() {
  const search = Route.useSearch()
  const source = replyOf(search)
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  const notifySaved = useSavedToast('Marca salva.', source)
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
