import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SignInForm } from '#client/features/auth/sign-in-form.tsx'
import { localPath } from '#client/lib/local-path.ts'

export const Route = createFileRoute('/_auth/sign-in')({ component: SignInPage })

function SignInPage() {
  const { redirect } = Route.useSearch()
  const { history } = useRouter()
  useDocumentTitle('Entrar · Elenco')
  return (
    <SignInForm
      redirect={redirect}
      onSignedIn={() => history.replace(localPath(redirect, location.origin) ?? '/app')}
    />
  )
}
