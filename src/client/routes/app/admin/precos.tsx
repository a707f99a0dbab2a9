import { createFileRoute } from '@tanstack/react-router'
import { PricesPage } from '#client/features/admin/models/prices-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'

export const Route = createFileRoute('/app/admin/precos')({ component: PricesRoute })

function PricesRoute() {
  const userId = useAuth((state) => state.user?.id)
  return userId ? <PricesPage userId={userId} /> : null
}
