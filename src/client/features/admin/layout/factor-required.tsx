import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '#client/lib/http/http-client.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'

const wasRefused = ({ state: { error } }: { state: { error: unknown } }): boolean =>
  error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'

/** The page, unless the server refused its data to an administrator without a second factor. */
export function FactorGate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  )
  const isRefused = useSyncExternalStore(subscribe, () => client.getQueryCache().getAll().some(wasRefused))
  const forget = useCallback(() => client.removeQueries({ predicate: wasRefused }), [client])
  // The next visit asks the server again.
  useEffect(() => forget, [forget])
  if (!isRefused) return children
  return (
    <StateMessage
      isPage
      title="Falta o seu segundo passo"
      actions={
        <>
          <LinkButton to="/app/me" hash="seguranca">
            Ativar no seu perfil
          </LinkButton>
          <Button variant="default" onClick={forget}>
            Já ativei
          </Button>
        </>
      }
    >
      Aqui, quem administra entra com verificação em duas etapas ou chave de acesso. Ative uma delas no seu
      perfil, em Segurança, e a administração abre de novo.
    </StateMessage>
  )
}
