import { createFileRoute, Outlet } from '@tanstack/react-router'
import { settingsQueries } from '#client/entities/account/settings.api.ts'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { loadGoogleButton } from '#client/features/auth/lazy-parts.tsx'
import { requireVisitor } from '#client/features/auth/route-guards.ts'
import { readRedirect } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/_auth')({
  validateSearch: readRedirect,
  beforeLoad: (visit) => {
    // The sign-in methods load together with the session, so that the form appears whole.
    void visit.context.queryClient.prefetchQuery(settingsQueries.current())
    return requireVisitor(visit)
  },
  // Not through a query hook, to keep the library out of this page.
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
