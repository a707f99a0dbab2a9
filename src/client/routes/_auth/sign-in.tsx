import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { SignInForm } from '#client/features/auth/sign-in-form.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { isLocalPath } from '#shared/local-path.ts'

export const Route = createFileRoute('/_auth/sign-in')({ component: SignInPage })

const doors = getRouteApi('/_auth')

function SignInPage() {
  const { hasGoogle } = doors.useLoaderData()
  const { redirect } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  usePageTitle('Entrar')
  return (
    <SignInForm
      redirect={redirect}
      hasGoogle={hasGoogle}
      onCodeNeeded={() => void navigate({ to: '/sign-in/code', search: { redirect } })}
      onSignedIn={() => history.replace(redirect && isLocalPath(redirect) ? redirect : '/app')}
    />
  )
}
