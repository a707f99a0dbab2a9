import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'

/** 400: the address holds no valid id. */
export const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

export function DocumentProblem({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const isGone = isMissing(query.error)
  return (
    <StateMessage
      isPage
      tone="error"
      title={isGone ? 'Este documento não está aqui' : 'O documento não carregou'}
      actions={
        <>
          {!isGone && <Button onClick={() => void query.refetch()}>Tentar de novo</Button>}
          <LinkButton to="/app/personalizacao/documentos" variant={isGone ? 'filled' : 'default'}>
            Ver todos os documentos
          </LinkButton>
        </>
      }
    >
      {isGone ? 'Ele pode ter sido excluído, talvez em outro aparelho.' : errorText(query.error)}
    </StateMessage>
  )
}
