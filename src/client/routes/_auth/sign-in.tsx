import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { SignInForm } from '#client/features/auth/sign-in-form.tsx'
import { isLocalPath } from '#shared/local-path.ts'

export const Route = createFileRoute('/_auth/sign-in')({ component: SignInPage })

const doors = getRouteApi('/_auth')

function SignInPage() {
  const { hasGoogle } = doors.useLoaderData()
  const { redirect } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  useDocumentTitle('Entrar · Elenco')
  return (
    <SignInForm
      redirect={redirect}
      hasGoogle={hasGoogle}
      onCodeNeeded={() => void navigate({ to: '/sign-in/code', search: { redirect } })}
      onSignedIn={() => history.replace(redirect && isLocalPath(redirect) ? redirect : '/app')}
    />
  )
}
