import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { Stack } from '#client/ui/layout/stack.tsx'

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What a sheet shows once it is there, or why it is not. */
export function SheetData<Data>({ query: { data, isError, error, refetch }, children }: Props<Data>) {
  if (isError) {
    return (
      <Stack gap={12} align="start" role="alert">
        <p>{errorText(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </Stack>
    )
  }
  return data ? children(data) : <p role="status">Abrindo…</p>
}
