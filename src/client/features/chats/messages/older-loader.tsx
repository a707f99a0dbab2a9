import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { fetchOlder, updateMessages } from '#client/features/chats/session/chat-calls.ts'
import { prependOlder } from '#client/features/chats/session/message-updates.ts'
import type { Message } from '#shared/contract/messages.ts'
import classes from './message.module.css'

/** Distance above the viewport at which the next page is requested. */
const AHEAD = '1600px 0px 0px'

type Props = {
  oldest: Message
  box: RefObject<HTMLElement | null>
  onBeforeAdding: () => void
}

/** Loads the messages before the oldest one as the reader comes near; after a failure, on request. */
export function OlderLoader({ oldest: { chatId, id }, box, onBeforeAdding }: Props) {
  const client = useQueryClient()
  const marker = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (before: string) => fetchOlder(chatId, before),
    onSuccess: (older, before) => {
      onBeforeAdding()
      updateMessages(client, chatId, (known) =>
        known[0]?.id === before ? prependOlder(known, older) : known,
      )
    },
  })

  useEffect(() => {
    if (!marker.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: box.current,
      rootMargin: AHEAD,
    })
    observer.observe(marker.current)
    return () => observer.disconnect()
  }, [box])

  useEffect(() => {
    if (isNear && !isPending && !isError) mutate(id)
  }, [isNear, isPending, isError, id, mutate])

  return (
    <div ref={marker} className={classes.older}>
      <p className="print-only">
        Esta conversa começa antes daqui. Para levá-la inteira, escolha Exportar nas opções da conversa.
      </p>
      {isPending && <Loader className="no-print" size={24} aria-label="Carregando mensagens anteriores" />}
      {isError && (
        <Button className="no-print" variant="default" onClick={() => mutate(id)}>
          Não carregou. Tentar de novo
        </Button>
      )}
    </div>
  )
}
