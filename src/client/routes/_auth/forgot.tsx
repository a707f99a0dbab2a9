import { createFileRoute } from '@tanstack/react-router'
import { ForgotForm } from '#client/features/auth/forgot-form.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'

export const Route = createFileRoute('/_auth/forgot')({ component: ForgotPage })

function ForgotPage() {
  usePageTitle('Esqueci minha senha')
  return <ForgotForm />
}
