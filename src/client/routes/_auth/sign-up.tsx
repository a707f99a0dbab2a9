import { createFileRoute, getRouteApi, useLocation } from '@tanstack/react-router'
import { SignUpForm } from '#client/features/auth/sign-up-form.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { readSetup } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/_auth/sign-up')({
  validateSearch: readSetup,
  component: SignUpPage,
})

const doors = getRouteApi('/_auth')

function SignUpPage() {
  const { hasGoogle } = doors.useLoaderData()
  const { redirect, setup } = Route.useSearch()
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = Route.useNavigate()
  usePageTitle('Criar conta')
  return (
    <SignUpForm
      redirect={redirect}
      setupToken={setup}
      hasGoogle={hasGoogle}
      email={new URLSearchParams(hash).get('email') ?? ''}
      onSignedUp={() => void navigate({ to: '/', replace: true, reloadDocument: true })}
    />
  )
}
