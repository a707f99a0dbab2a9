import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'

type Props = { query: { refetch: () => Promise<unknown> }; children: ReactNode }

/** Why a part of a page did not load, with a button that reads it again. */
export const LoadFailure = ({ query, children }: Props) => (
  <Stack role="alert" gap={12} align="start">
    <p>{children}</p>
    <Button variant="default" onClick={() => void query.refetch()}>
      Tentar de novo
    </Button>
  </Stack>
)
