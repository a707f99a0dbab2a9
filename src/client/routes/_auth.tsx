import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { loadGoogleButton } from '#client/features/auth/lazy-parts.tsx'
import { requireVisitor } from '#client/features/auth/route-guards.ts'
import { settingsQueries } from '#client/features/settings/settings.api.ts'

export const Route = createFileRoute('/_auth')({
  validateSearch: z.object({ redirect: z.optional(z.string()) }),
  beforeLoad: (visit) => {
    // Which ways in there are is asked while the session is: the form is whole when it appears.
    void visit.context.queryClient.prefetchQuery(settingsQueries.current())
    return requireVisitor(visit)
  },
  // Not through a hook of the query library, which this page would carry for nothing else.
  loader: async ({ context }) => {
    const settings = await context.queryClient
      .ensureQueryData(settingsQueries.current())
      .catch(() => undefined)
    const hasGoogle = settings?.google ?? false
    if (hasGoogle) await loadGoogleButton().catch(() => undefined)
    return { hasGoogle }
  },
  component: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
})
