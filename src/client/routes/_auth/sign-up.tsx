import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SignUpForm } from '#client/features/auth/sign-up-form.tsx'

export const Route = createFileRoute('/_auth/sign-up')({
  validateSearch: z.object({ setup: z.optional(z.string()) }),
  component: SignUpPage,
})

const doors = getRouteApi('/_auth')

function SignUpPage() {
  const { hasGoogle } = doors.useLoaderData()
  const { redirect, setup } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle('Criar conta · Elenco')
  return (
    <SignUpForm
      redirect={redirect}
      setupToken={setup}
      hasGoogle={hasGoogle}
      onSignedUp={() => void navigate({ to: '/', replace: true, reloadDocument: true })}
    />
  )
}
