import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef } from 'react'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Message } from '#shared/contract/messages.ts'
import classes from './origin-chat.module.css'

/** The newest messages of a chat, to read beside a document; its key is no chat's, whose pages grow. */
const messagesOf = (chatId: string) =>
  queryOptions({
    queryKey: ['documents', 'chat', chatId],
    queryFn: ({ signal }) =>
      request<Message[]>('GET', `/chats/${encodeURIComponent(chatId)}/messages`, { signal }),
    staleTime: 0,
  })

/** The conversation that a document comes from, to read while one writes. */
export function ChatPanel({ chatId, messageId }: { chatId: string; messageId: string }) {
  const id = useId()
  const query = useQuery(messagesOf(chatId))
  const panel = useRef<HTMLElement>(null)
  const isLoaded = query.data !== undefined
  useLayoutEffect(() => {
    const element = panel.current
    const origin = element?.querySelector<HTMLElement>('[data-origin]')
    if (isLoaded && element && origin) element.scrollTop = origin.offsetTop - element.offsetTop
  }, [isLoaded])
  if (query.isPending)
    return <div className={`${classes.waiting} skeleton`} role="status" aria-label="Carregando a conversa" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <aside ref={panel} aria-labelledby={id} className={classes.panel} tabIndex={0}>
      <h2 id={id} className={classes.title}>
        Conversa
      </h2>
      {query.isError && (
        <Stack gap={12}>
          <FormAlert>{`A conversa não carregou. ${errorText(query.error)}`}</FormAlert>
          <Button variant="default" onClick={() => void query.refetch()}>
            Tentar de novo
          </Button>
        </Stack>
      )}
      {query.data?.map((message) => (
        <div key={message.id} className={classes.turn} data-origin={message.id === messageId || undefined}>
          <p className={classes.who}>{message.sender === 'human' ? 'Você' : 'Resposta'}</p>
          {message.sender === 'human' ? (
            <p className={classes.said}>{message.content}</p>
          ) : (
            <Markdown text={message.content} level={3} />
          )}
        </div>
      ))}
    </aside>
  )
}
