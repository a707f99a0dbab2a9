import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorScreen } from '#client/ui/layout/error-screen.tsx'
import { NotFoundScreen } from '#client/ui/layout/not-found-screen.tsx'
import { PageAnnouncer } from '#client/ui/layout/page-announcer.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <PageAnnouncer />
    </>
  ),
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
})
