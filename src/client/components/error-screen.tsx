import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorText } from '#client/lib/texts.ts'
import { LinkButton } from './link-button.tsx'
import { StateMessage } from './state-message.tsx'

/** What a route shows when it, or the code it needs, fails. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const handleRetry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <StateMessage
      isPage
      tone="error"
      title="A cena travou"
      actions={
        <>
          <Button size="md" onClick={handleRetry}>
            Tentar de novo
          </Button>
          <LinkButton to="/" size="md" variant="default">
            Ir para o início
          </LinkButton>
        </>
      }
    >
      {errorText(error)}
    </StateMessage>
  )
}
