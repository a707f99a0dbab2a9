import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ResetForm } from '#client/features/auth/reset-form.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/_auth/reset-password')({
  validateSearch: z.object({
    token: z.optional(z.string()),
    error: z.optional(z.string()),
    /** The account has no password yet: its address was just confirmed in a browser that did not create it. */
    first: z.optional(z.literal('true')),
  }),
  component: ResetPage,
})

function ResetPage() {
  const { token, error, first } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle(`${first ? 'Criar senha' : 'Criar outra senha'} · Elenco`)
  const handleReset = () => {
    showToast('Senha nova salva. Entre com ela.', 'success')
    void navigate({ to: '/sign-in', replace: true })
  }
  return <ResetForm token={error ? undefined : token} isFirst={first === 'true'} onReset={handleReset} />
}
