import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ResetForm } from '#client/features/auth/reset-form.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { readReset } from '#client/routes/-search-params.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/_auth/reset-password')({
  validateSearch: readReset,
  component: LinkPage,
})

const InvitationPage = lazy(async () => ({
  default: (await import('#client/features/auth/invitation-page.tsx')).InvitationPage,
}))

function LinkPage() {
  const { convite } = Route.useSearch()
  const navigate = Route.useNavigate()
  const handleEntered = () => void navigate({ to: '/app', replace: true, reloadDocument: true })
  if (!convite) return <ResetPage />
  return <Suspense>{<InvitationPage token={convite} onEntered={handleEntered} />}</Suspense>
}

function ResetPage() {
  const { token, error, first } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(first ? 'Criar senha' : 'Criar outra senha')
  const handleReset = () => {
    showToast('Senha nova salva. Entre com ela.', 'success')
    void navigate({ to: '/sign-in', replace: true })
  }
  return <ResetForm token={error ? undefined : token} isFirst={first === 'true'} onReset={handleReset} />
}
