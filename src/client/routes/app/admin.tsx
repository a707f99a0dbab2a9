import { createFileRoute } from '@tanstack/react-router'
import { AdminLayout } from '#client/features/admin/layout/admin-layout.tsx'
import { requireAdministrator } from '#client/features/auth/route-guards.ts'
import { NotFoundScreen } from '#client/ui/layout/not-found-screen.tsx'

export const Route = createFileRoute('/app/admin')({
  beforeLoad: requireAdministrator,
  component: AdminLayout,
  notFoundComponent: NotFoundScreen,
})
