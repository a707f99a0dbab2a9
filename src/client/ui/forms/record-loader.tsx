import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './record-loader.module.css'

type Props<Asset> = {
  query: UseQueryResult<Asset>
  /** Link to the list. */
  back: { to: NonNullable<LinkProps['to']>; label: string }
  children: (asset: Asset) => ReactNode
}

/** Renders `children` with a freshly fetched record; never with a cached one. */
export function RecordLoader<Asset>({ query, back, children }: Props<Asset>) {
  if (query.isFetchedAfterMount && query.data) return children(query.data)
  if (!query.isError) return <Waiting />
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <StateMessage
      isPage
      tone="error"
      title={isGone ? 'Isso não está mais aqui' : 'Não carregou'}
      actions={
        <>
          {!isGone && <Button onClick={() => void query.refetch()}>Tentar de novo</Button>}
          <LinkButton to={back.to} variant="default">
            {back.label}
          </LinkButton>
        </>
      }
    >
      {isGone
        ? 'Pode ter sido excluído, talvez em outro aparelho. O que foi excluído há pouco volta pelo aviso de “Desfazer”.'
        : errorText(query.error)}
    </StateMessage>
  )
}

const FIELDS = ['a', 'b', 'c', 'd'] as const

function Waiting() {
  return (
    <Stack gap={24} role="status" aria-label="Carregando">
      <div className={`${classes.title} skeleton`} aria-hidden />
      {FIELDS.map((field) => (
        <div key={field} className={`${classes.field} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}
