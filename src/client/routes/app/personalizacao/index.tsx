import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { OnboardingPage } from '#client/features/onboarding/onboarding-page.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'

export const Route = createFileRoute('/app/personalizacao/')({ component: OnboardingRoute })

function OnboardingRoute() {
  const userId = useAuth((state) => state.user?.id)
  usePageTitle('Personalização')
  return userId ? <OnboardingPage userId={userId} /> : null
}
