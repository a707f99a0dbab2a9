import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'

export function UserFailure({ error }: { error: Pick<Error, 'message' | 'cause'> }) {
  const router = useRouter()
  const { cause } = error
  const isGone = cause instanceof ApiError && (cause.status === 404 || cause.status === 400)
  return (
    <StateMessage
      isPage
      tone="error"
      title={isGone ? 'Esta conta não existe' : 'A conta não carregou'}
      actions={
        <>
          {!isGone && <Button onClick={() => void router.invalidate()}>Tentar de novo</Button>}
          <LinkButton to="/app/admin/users" variant="default">
            Ver os usuários
          </LinkButton>
        </>
      }
    >
      {isGone
        ? 'Ela pode ter sido excluída, por outra pessoa da administração ou por quem era dono dela.'
        : `${toPortuguese(error.message)} ${cause ? errorText(cause) : ''}`}
    </StateMessage>
  )
}

export const UserSkeleton = () => (
  <Skeletons label="Carregando a conta" heights={[44, 152, 72, 72, 72, 72]} gap={24} />
)
