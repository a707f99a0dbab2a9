import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { type ChatListName, fetchOlderChats } from '#client/entities/chats/chat-lists.api.ts'

/** Distance below the viewport at which the next page is requested. */
const AHEAD = '600px'

/** Loads older pages of a list as its end comes near; after a failure, on `retry`. */
export function useInfiniteScroll(
  shelf: ChatListName,
  hasOlder: boolean,
  scroller: RefObject<HTMLElement | null>,
) {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const { mutate, isPending, isError } = useMutation({ mutationFn: () => fetchOlderChats(client, shelf) })
  useEffect(() => {
    if (!end.current || !hasOlder || isPending || isError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) mutate()
      },
      { root: scroller.current, rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [scroller, hasOlder, isPending, isError, mutate])
  return { end, isPending, isError, retry: () => mutate() }
}
