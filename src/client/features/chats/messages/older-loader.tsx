import { Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fetchOlder, updateMessages } from '#client/features/chats/session/chats.api.ts'
import { prependOlder } from '#client/features/chats/session/message-updates.ts'
import type { Message } from '#shared/contract/messages.ts'
import classes from './message.module.css'

/** How far above what is seen the next page is asked for: it is there before anybody reaches it. */
const AHEAD = '1600px 0px 0px'

type Props = {
  oldest: Message
  box: RefObject<HTMLElement | null>
  /** Before the page is added on top of what is read. */
  onBeforeAdding: () => void
}

/** Stands above the oldest message and brings those before it as it comes near; after a failure, when asked. */
export function OlderLoader({ oldest, box, onBeforeAdding }: Props) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: box.current,
      rootMargin: AHEAD,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [box])

  const { chatId, id } = oldest
  const load = useCallback(async () => {
    setState('loading')
    try {
      const older = await fetchOlder(chatId, id)
      onBeforeAdding()
      updateMessages(client, chatId, (known) => (known[0]?.id === id ? prependOlder(known, older) : known))
      setState('idle')
    } catch {
      setState('failed')
    }
  }, [client, chatId, id, onBeforeAdding])

  useEffect(() => {
    if (isNear && state === 'idle') void load()
  }, [isNear, state, load])

  return (
    <div ref={place} className={classes.older}>
      <p className="print-only">
        Esta conversa começa antes daqui. Para levá-la inteira, escolha Exportar nas opções da conversa.
      </p>
      {state === 'loading' && <Loader size={24} aria-label="Carregando mensagens anteriores" />}
      {state === 'failed' && (
        <Button variant="default" onClick={() => void load()}>
          Não carregou. Tentar de novo
        </Button>
      )}
    </div>
  )
}
