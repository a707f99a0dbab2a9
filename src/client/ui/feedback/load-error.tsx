import { Button } from '@mantine/core'
import { errorText } from '#client/lib/text/error-text.ts'
import { StateMessage } from './state-message.tsx'

type Props = { query: { error: unknown; refetch: () => Promise<unknown> }; title?: string; isPage?: boolean }

/** Stands in place of a page or list that did not load, with a button that reads it again. */
export const LoadError = ({ query, title = 'Não carregou', isPage = false }: Props) => (
  <StateMessage
    tone="error"
    title={title}
    isPage={isPage}
    actions={<Button onClick={() => void query.refetch()}>Tentar de novo</Button>}
  >
    {errorText(query.error)}
  </StateMessage>
)
