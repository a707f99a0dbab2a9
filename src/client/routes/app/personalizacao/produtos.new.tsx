import { createFileRoute } from '@tanstack/react-router'
import { DraftStep } from '#client/features/asset-drafts/asset-draft-step.tsx'
import { useSavedToast } from '#client/features/asset-drafts/use-saved-toast.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { NewProductPage } from '#client/features/products/product-page.tsx'
import { readNew, replyOf } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/produtos/new')({
  validateSearch: readNew,
  component: NewProductRoute,
})

function NewProductRoute() {
  const search = Route.useSearch()
  const source = replyOf(search)
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  const notifySaved = useSavedToast('Produto salvo.', source)
  if (!userId) return null
  const handleSaved = () => {
    notifySaved()
    void navigate(search.volta ? { href: search.volta } : { to: '/app/personalizacao/produtos' })
  }
  return (
    <DraftStep kind="product" source={source} userId={userId}>
      {(read) => <NewProductPage userId={userId} copyOf={search.de} read={read} onSaved={handleSaved} />}
    </DraftStep>
  )
}
