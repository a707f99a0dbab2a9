import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotForm } from '#client/features/auth/forgot-form.tsx'

export const Route = createFileRoute('/_auth/forgot')({ component: ForgotPage })

function ForgotPage() {
  useDocumentTitle('Esqueci minha senha · Elenco')
  return <ForgotForm />
}
