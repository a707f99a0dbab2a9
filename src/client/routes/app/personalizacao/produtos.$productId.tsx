import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { ProductPage } from '#client/features/products/product-page.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/personalizacao/produtos/$productId')({ component: ProductRoute })

function ProductRoute() {
  const { productId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Produto salvo.', 'success')
    void navigate({ to: '/app/personalizacao/produtos', ignoreBlocker: true })
  }
  return <ProductPage key={productId} productId={productId} userId={userId} onSaved={handleSaved} />
}
