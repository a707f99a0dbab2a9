import { useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { ApiError, networkError } from '#client/lib/http/http-client.ts'
import { setProver } from '#client/lib/http/step-up.ts'

type Ask = {
  Sheet: ComponentType<{ email: string; onProved: () => void; onDismiss: () => void }>
  accept: () => void
  dismiss: () => void
}

const dismissed = () =>
  new ApiError({
    code: 'STEP_UP_REQUIRED',
    status: 403,
    message: 'Nada foi feito, porque faltou confirmar que é você.',
  })

/** Asks who is there when a call requires it. The sheet's code is loaded then. */
export function StepUpSlot({ email }: { email: string }) {
  const [ask, setAsk] = useState<Ask>()
  useEffect(() => {
    setProver(async () => {
      const loaded = await import('./step-up-sheet.tsx').catch(() => undefined)
      if (!loaded) throw networkError()
      await new Promise<void>((accept, reject) =>
        setAsk({ Sheet: loaded.StepUpSheet, accept, dismiss: () => reject(dismissed()) }),
      ).finally(() => setAsk(undefined))
    })
    return () => setProver(undefined)
  }, [])
  // A sign-out or another page ends the call that waits.
  useEffect(() => ask?.dismiss, [ask])
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => (pathname ? () => setAsk(undefined) : undefined), [pathname])
  return ask && <ask.Sheet email={email} onProved={ask.accept} onDismiss={ask.dismiss} />
}
