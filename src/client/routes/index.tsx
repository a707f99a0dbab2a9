import { createFileRoute, redirect } from '@tanstack/react-router'

/** The landing page is another document (decision 30): a link to it leaves the app. */
export const Route = createFileRoute('/')({
  beforeLoad: ({ preload }) => {
    if (preload) return
    if (isAnsweredByApp()) throw redirect({ to: '/app', replace: true })
    window.location.replace('/')
    return new Promise<never>(() => {})
  },
})

/** The app itself was served for this address (offline): leaving would loop. */
function isAnsweredByApp(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname === '/'
}
