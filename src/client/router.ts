import { createRouter } from '@tanstack/react-router'
import { Entering } from '#client/features/shell/initial-loading.tsx'
import { queryClient } from '#client/lib/http/query-client.ts'
import { ErrorScreen } from '#client/ui/layout/error-screen.tsx'
import { NotFoundScreen } from '#client/ui/layout/not-found-screen.tsx'
import { routeTree } from './routeTree.gen.ts'

/** Plain text both ways: the default parses `?setup=1e5` as a number. The routes' schemas parse numbers. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query cache decides about freshness.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
  trailingSlash: 'preserve',
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: ErrorScreen,
  InnerWrap: Entering,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
