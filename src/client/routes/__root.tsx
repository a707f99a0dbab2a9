import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorScreen } from '#client/components/error-screen.tsx'
import { NotFoundScreen } from '#client/components/not-found-screen.tsx'
import { PageAnnouncer } from '#client/components/page-announcer.tsx'

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
