import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { isChunkLoadError } from '#client/lib/http/chunk-load-error.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { HomeButton } from './home-button.tsx'
import { PublicFrame } from './public-frame.tsx'

/** Shown when a route, or its code, fails. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePageTitle('A página não abriu')
  const isLost = isChunkLoadError(error)
  const handleRetry = () => {
    // A new version has replaced the chunk: only a reload finds the new one.
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
            <HomeButton variant="default" />
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
