import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ChatCards, ChatCardsSkeleton } from '#client/entities/chats/chat-cards.tsx'
import { chatListQuery } from '#client/entities/chats/chat-lists.api.ts'
import type { ChatList } from '#client/entities/chats/merge-chat-pages.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './archive-page.module.css'
import { useInfiniteScroll } from './use-infinite-scroll.ts'

export function ArchivePage() {
  const archived = useQuery({ ...chatListQuery('archived'), refetchOnMount: 'always' })
  return (
    <Stack gap={32} className={classes.page}>
      <Stack as="header">
        <h1 className={text.title}>Conversas arquivadas</h1>
        <p className={text.lead}>
          Fora da lista, mas a salvo: a busca encontra o que está aqui, e cada uma pode voltar.
        </p>
      </Stack>
      <Content archived={archived} />
    </Stack>
  )
}

function Content({ archived }: { archived: QueryState<ChatList> }) {
  const viewport = useRef<HTMLElement>(null)
  const hasOlder = Boolean(archived.data?.nextCursor)
  const { end, isError, retry } = useInfiniteScroll('archived', hasOlder, viewport)
  if (archived.isPending) {
    return (
      <div role="status" aria-label="Carregando as conversas arquivadas">
        <ChatCardsSkeleton count={6} />
      </div>
    )
  }
  if (!archived.data) {
    return (
      <StateMessage
        tone="error"
        title="As conversas não carregaram"
        actions={<Button onClick={() => void archived.refetch()}>Tentar de novo</Button>}
      >
        {errorText(archived.error)}
      </StateMessage>
    )
  }
  if (archived.data.items.length === 0) {
    return (
      <StateMessage title="Nada arquivado" actions={<LinkButton to="/app">Ver o elenco</LinkButton>}>
        Para tirar uma conversa da lista sem perder nada, abra as opções dela e escolha “Arquivar”.
      </StateMessage>
    )
  }
  return (
    <>
      <ChatCards chats={archived.data.items} hasMenu />
      {hasOlder && (
        <div ref={end}>
          {isError ? (
            <Button variant="default" onClick={retry}>
              Não carregou. Tentar de novo
            </Button>
          ) : (
            <ChatCardsSkeleton count={3} />
          )}
        </div>
      )}
    </>
  )
}
