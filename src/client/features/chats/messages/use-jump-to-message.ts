import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadMessage } from '#client/features/chats/session/load-message.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'

/** How long the target is highlighted. */
const MARKED_MS = 4_000

type Found = { foundId: string | undefined; foundText: string }

type Options = {
  chatId: string
  /** Message id in the address. */
  wantedId: string | undefined
  messages: Message[] | undefined
  follow: StickToBottom
  /** Must remove the id from the address. */
  onTaken: () => void
}

/**
 * Scrolls to the message that the address names, on any branch. Returns its id while it is highlighted, and the text to
 * announce.
 */
export function useJumpToMessage({ chatId, wantedId, messages, follow, onTaken }: Options): Found {
  const client = useQueryClient()
  // An object, so that a second jump to the same message is a new value.
  const [found, setFound] = useState<{ id: string }>()
  const [marked, setMarked] = useState<{ id: string }>()
  const { scroller, leaveEnd, toElement } = follow
  const isReady = (messages?.length ?? 0) > 0

  const handleFound = useEffectEvent((id: string) => {
    const it = { id }
    setFound(it)
    setMarked(it)
    onTaken()
  })
  const handleFailure = useEffectEvent((error: unknown) => {
    const isGone = error instanceof ApiError && error.status === 404
    showToast(isGone ? 'Esta mensagem não existe mais.' : errorText(error), 'error')
    onTaken()
  })
  useEffect(() => {
    if (!wantedId || !isReady) return
    const leaving = new AbortController()
    leaveEnd()
    loadMessage(client, chatId, wantedId, leaving.signal).then(
      () => !leaving.signal.aborted && handleFound(wantedId),
      (error: unknown) => !leaving.signal.aborted && handleFailure(error),
    )
    return () => leaving.abort()
  }, [client, chatId, wantedId, isReady, leaveEnd])

  const isThere = found !== undefined && (messages?.some(({ id }) => id === found.id) ?? false)
  useEffect(() => {
    if (!found || !isThere) return
    const element = scroller.current?.querySelector(`[data-message="${found.id}"]`)
    if (element) toElement(element)
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [found, isThere, scroller, toElement])

  return {
    foundId: isThere ? marked?.id : undefined,
    foundText: isThere ? 'Mensagem encontrada' : '',
  }
}
