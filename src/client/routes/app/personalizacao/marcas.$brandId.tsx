import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { BrandPage } from '#client/features/brands/brand-page.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/$brandId')({ component: BrandRoute })

function BrandRoute() {
  const { brandId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Marca salva.', 'success')
    void navigate({ to: '/app/personalizacao/marcas', ignoreBlocker: true })
  }
  return <BrandPage key={brandId} brandId={brandId} userId={userId} onSaved={handleSaved} />
}
