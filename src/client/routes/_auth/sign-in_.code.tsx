import { createFileRoute, useRouter } from '@tanstack/react-router'
import { CodeStep } from '#client/features/auth/code-step.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { isLocalPath } from '#shared/local-path.ts'

export const Route = createFileRoute('/_auth/sign-in_/code')({ component: CodePage })

function CodePage() {
  const { redirect } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  usePageTitle('Digitar o código')
  const handleOver = () => {
    showToast('Passou o tempo para digitar o código, ou houve tentativas demais. Entre de novo.', 'error')
    void navigate({ to: '/sign-in', search: { redirect }, replace: true })
  }
  return (
    <CodeStep
      redirect={redirect}
      onSignedIn={() => history.replace(redirect && isLocalPath(redirect) ? redirect : '/app')}
      onOver={handleOver}
    />
  )
}
