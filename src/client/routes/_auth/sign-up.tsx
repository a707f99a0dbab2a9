import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SignUpForm } from '#client/features/auth/sign-up-form.tsx'

export const Route = createFileRoute('/_auth/sign-up')({
  validateSearch: z.object({ setup: z.optional(z.string()) }),
  component: SignUpPage,
})

function SignUpPage() {
  const { redirect, setup } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle('Criar conta · Elenco')
  return (
    <SignUpForm
      redirect={redirect}
      setupToken={setup}
      onSignedUp={() => void navigate({ to: '/', replace: true })}
    />
  )
}
