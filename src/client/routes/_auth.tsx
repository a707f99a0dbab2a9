import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { requireVisitor } from '#client/features/auth/guards.ts'

export const Route = createFileRoute('/_auth')({
  validateSearch: z.object({ redirect: z.optional(z.string()) }),
  beforeLoad: requireVisitor,
  component: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
})
