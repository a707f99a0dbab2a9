import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { CallbackFailure } from '#client/features/auth/callback-failure.tsx'
import { EmailLink } from '#client/features/auth/email-link.tsx'
import { arrive } from '#client/features/auth/route-guards.ts'
import { readCallback } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/callback')({
  validateSearch: readCallback,
  // Links with a fragment are used by a press on the page.
  beforeLoad: ({ search, location }) => (location.hash ? undefined : arrive(search)),
  component: CallbackPage,
})

function CallbackPage() {
  const { error = '' } = Route.useSearch()
  const hash = useLocation({ select: (location) => location.hash })
  return <AuthLayout>{hash ? <EmailLink hash={hash} /> : <CallbackFailure code={error} />}</AuthLayout>
}
