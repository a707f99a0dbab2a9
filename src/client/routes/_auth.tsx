import { createFileRoute, Outlet } from '@tanstack/react-router'
import { z } from 'zod'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { requireVisitor } from '#client/features/auth/guards.ts'

export const Route = createFileRoute('/_auth')({
  validateSearch: z.object({ redirect: z.string().optional() }),
  beforeLoad: requireVisitor,
  component: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
})
