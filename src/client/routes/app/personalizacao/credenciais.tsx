import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '#client/features/auth/use-account.ts'
import { CredentialsPage } from '#client/features/credentials/credentials-page.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'

export const Route = createFileRoute('/app/personalizacao/credenciais')({ component: CredentialsRoute })

function CredentialsRoute() {
  const { isImpersonated } = useAccount()
  usePageTitle('Credenciais')
  return <CredentialsPage isImpersonated={isImpersonated} />
}
