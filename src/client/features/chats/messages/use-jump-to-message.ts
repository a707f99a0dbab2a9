import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadMessage } from '#client/features/chats/session/load-message.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { MarkWords } from '#client/ui/text/marked-text.tsx'
import type { Message } from '#shared/contract/messages.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'

/** How long the target is highlighted. */
const MARKED_MS = 4_000

/** The message of the jump, while it is marked: its words for as long as the chat is open, or all of it for a moment. */
export type Found = { id: string; mark: MarkWords }

const loadMark = async (words: string | undefined): Promise<MarkWords> => {
  // Without its code the whole message is marked.
  const code = words ? await import('#client/ui/text/mark-words.tsx').catch(() => null) : null
  return words && code ? code.markWords(words) : null
}

type Options = {
  chatId: string
  /** Message id in the address. */
  wantedId: string | undefined
  /** Words to mark in it, without accents and case. */
  wantedWords: string | undefined
  messages: Message[] | undefined
  follow: StickToBottom
  /** Must remove the id from the address. */
  onTaken: () => void
}

/**
 * Scrolls to the message that the address names, on any branch, or to the first marked word in it. Returns it while it is
 * marked.
 */
export function useJumpToMessage({ chatId, wantedId, wantedWords, messages, follow, onTaken }: Options) {
  const client = useQueryClient()
  // An object, so that a second jump to the same message is a new value.
  const [found, setFound] = useState<Found>()
  const [marked, setMarked] = useState<Found>()
  const { scroller, leaveEnd, toElement } = follow
  const isReady = (messages?.length ?? 0) > 0

  const handleFound = useEffectEvent((id: string, mark: MarkWords) => {
    const it = { id, mark }
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
    Promise.all([loadMessage(client, chatId, wantedId, leaving.signal), loadMark(wantedWords)]).then(
      ([, mark]) => !leaving.signal.aborted && handleFound(wantedId, mark),
      (error: unknown) => !leaving.signal.aborted && handleFailure(error),
    )
    return () => leaving.abort()
  }, [client, chatId, wantedId, wantedWords, isReady, leaveEnd])

  const isThere = found !== undefined && (messages?.some(({ id }) => id === found.id) ?? false)
  useEffect(() => {
    if (!found || !isThere) return
    const element = scroller.current?.querySelector(`[data-message="${found.id}"]`)
    if (element) toElement(element.querySelector('mark') ?? element)
    if (found.mark) return
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [found, isThere, scroller, toElement])

  return isThere ? marked : undefined
}
