import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '#client/components/not-found-screen.tsx'
import { AdminLayout } from '#client/features/admin/admin-layout.tsx'
import { requireAdministrator } from '#client/features/auth/guards.ts'

export const Route = createFileRoute('/app/admin')({
  beforeLoad: requireAdministrator,
  component: AdminLayout,
  notFoundComponent: NotFoundScreen,
})
