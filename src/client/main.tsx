import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { watchSession } from '#client/features/auth/watch-session.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { watchConnection } from '#client/lib/http/watch-connection.ts'
import { Toasts } from '#client/ui/feedback/toasts.tsx'
import { router } from './router.ts'
import { colorSchemeManager, theme } from './theme.ts'

/** After the page has loaded: the worker fetches the whole app. */
const WORKER_DELAY_MS = 3_000

// Not preloaded: fonts would delay the scripts of a slow network. Now it is idle, until the first screen is drawn.
void document.fonts.load('1em Inter Variable')

watchConnection()
watchSession(() => void router.invalidate())

// Loads the page's code during the session check. The router retries a failure.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  router.loadRouteChunk(route)?.catch(() => undefined)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        // Both would be style elements, which the policy refuses; `styles.ts` has the variables.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )

// The picture of a form (decision 39): it stays until the app has drawn the same, which must not delay its paint.
const still = document.getElementById('still')
if (still) {
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    still.remove()
    root.hidden = false
  })
  // React renders a transition in slices. The picture is visible until it is done.
  setTimeout(() => startTransition(render))
} else render()

// Installation and offline reading start when the network is idle.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = async () => {
    const { registerWorker } = await import('#client/features/offline/register-worker.ts')
    await registerWorker(queryClient)
  }
  addEventListener('load', () => setTimeout(() => register().catch(() => undefined), WORKER_DELAY_MS))
}
