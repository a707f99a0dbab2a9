import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorScreen } from '#client/components/error-screen.tsx'
import { NotFoundScreen } from '#client/components/not-found-screen.tsx'
import { PublicFrame } from '#client/components/public-frame.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <PublicFrame>
      <NotFoundScreen />
    </PublicFrame>
  ),
  errorComponent: (props) => (
    <PublicFrame>
      <ErrorScreen {...props} />
    </PublicFrame>
  ),
})
