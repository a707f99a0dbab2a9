import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '#client/features/auth/use-account.ts'
import { CredentialsPage } from '#client/features/credentials/credentials-page.tsx'

export const Route = createFileRoute('/app/personalizacao/credenciais')({ component: CredentialsRoute })

function CredentialsRoute() {
  const { isImpersonated } = useAccount()
  useDocumentTitle('Credenciais · Elenco')
  return <CredentialsPage isImpersonated={isImpersonated} />
}
