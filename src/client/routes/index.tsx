import { createFileRoute, redirect } from '@tanstack/react-router'

/** The front page is a document of its own (decision 30): whoever goes there from inside leaves this one. */
export const Route = createFileRoute('/')({
  beforeLoad: ({ preload }) => {
    if (preload) return
    if (isAnsweredByApp()) throw redirect({ to: '/app', replace: true })
    window.location.replace('/')
    return new Promise<never>(() => {})
  },
})

/** Whether the app itself came for this address, as without a network: leaving would lead here again, for ever. */
function isAnsweredByApp(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname === '/'
}
