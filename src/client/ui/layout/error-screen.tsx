import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isLostCode } from '#client/lib/lost-code.ts'
import { errorText } from '#client/lib/texts.ts'
import { PublicFrame } from './public-frame.tsx'
import { StateMessage } from './state-message.tsx'
import { WayHome } from './way-home.tsx'

/** What a route shows when it, or the code it needs, fails. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useDocumentTitle('A página não abriu · Elenco')
  const isLost = isLostCode(error)
  const handleRetry = () => {
    // Code that is gone from the server comes with a new page only.
    if (isLost) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <PublicFrame>
      <StateMessage
        isPage
        tone="error"
        title="A cena travou"
        actions={
          <>
            <Button onClick={handleRetry}>{isLost ? 'Recarregar a página' : 'Tentar de novo'}</Button>
            <WayHome variant="default" />
          </>
        }
      >
        {isLost
          ? 'Uma parte desta página não chegou: a internet caiu ou saiu uma versão nova.'
          : errorText(error)}
      </StateMessage>
    </PublicFrame>
  )
}
