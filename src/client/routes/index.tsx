import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { LandingPage } from '#client/features/landing/landing-page.tsx'

export const Route = createFileRoute('/')({ component: Landing })

function Landing() {
  const isSignedIn = useAuth((state) => state.user !== null)
  return <LandingPage isSignedIn={isSignedIn} />
}
