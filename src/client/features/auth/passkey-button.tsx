import { Button } from '@mantine/core'
import { useState } from 'react'
import { networkError } from '#client/lib/http/http-client.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './auth.module.css'
import { authStore } from './auth.ts'

type Props = {
  /** No other alternative is above it. */
  isFirst: boolean
  onSignedIn: () => void
}

/** Signs in with a passkey, whose code is loaded on the press. */
export function PasskeyButton({ isFirst, onSignedIn }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const handleClick = async () => {
    setBusy(true)
    setFailure(undefined)
    const passkeys = await import('#client/entities/account/passkeys.ts').catch(() => undefined)
    try {
      if (!passkeys) throw networkError()
      await authStore.getState().enter(passkeys.answerWithPasskey)
      onSignedIn()
    } catch (error) {
      setFailure((passkeys?.passkeyErrorText ?? authErrorText)(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={16} className={classes.alternative}>
      {isFirst && <span className={classes.or}>ou</span>}
      <Button variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void handleClick()}>
        Entrar com chave de acesso
      </Button>
      <FormAlert>{failure}</FormAlert>
    </Stack>
  )
}
