import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { OnboardingPage } from '#client/features/onboarding/onboarding-page.tsx'

export const Route = createFileRoute('/app/personalizacao/')({ component: OnboardingRoute })

function OnboardingRoute() {
  const userId = useAuth((state) => state.user?.id)
  useDocumentTitle('Personalização · Elenco')
  return userId ? <OnboardingPage userId={userId} /> : null
}
