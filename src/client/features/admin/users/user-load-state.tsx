import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './edit-user.module.css'

/** Why an account's page did not come: what its loader said (SPEC §5), in Portuguese. */
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

const FIELDS = ['a', 'b', 'c', 'd'] as const

/** The page's shape while the account is on its way. */
export function UserSkeleton() {
  return (
    <Stack gap={24} role="status" aria-label="Carregando a conta">
      <div className={`${classes.waitingTitle} skeleton`} aria-hidden />
      <div className={`${classes.waitingFacts} skeleton`} aria-hidden />
      {FIELDS.map((field) => (
        <div key={field} className={`${classes.waitingField} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}
