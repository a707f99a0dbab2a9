import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useConnection } from '#client/lib/http/connection.ts'
import { outbox, type QueuedMessage } from './outbox.ts'

/** With the service worker, whose installation loads all files. */
const AHEAD_MS = 3_000

const loadSender = () => import('./send-queued.ts')
export const loadQueuedList = () => import('./queued-list.tsx')

const useQueue = (userId: string): readonly QueuedMessage[] =>
  useSyncExternalStore(outbox.subscribe, () => outbox.list(userId))

/** The messages of a chat that wait for the connection, oldest first. */
export function useQueuedMessages(userId: string, chatId: string): readonly QueuedMessage[] {
  const queue = useQueue(userId)
  return useMemo(() => queue.filter((message) => message.chatId === chatId), [queue, chatId])
}

/**
 * Sends what waits, now and whenever the server may be in reach again. `onSent` is called for a message whose chat no
 * screen shows. Returns how many wait.
 */
export function useOutbox(userId: string, onSent: (message: QueuedMessage) => void): number {
  const client = useQueryClient()
  const waiting = useQueue(userId).filter(({ refusal }) => !refusal).length
  const isWaiting = waiting > 0
  const handleSent = useEffectEvent(onSent)
  useEffect(() => {
    addEventListener('storage', outbox.changed)
    // Without a connection it would be too late to load them.
    const load = () => void Promise.all([loadSender(), loadQueuedList()]).catch(() => undefined)
    const timer = setTimeout(load, AHEAD_MS)
    return () => {
      removeEventListener('storage', outbox.changed)
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (!isWaiting) return
    const leaving = new AbortController()
    const start = async () =>
      (await loadSender()).sendQueued({ client, userId, signal: leaving.signal, onSent: handleSent })
    let starting: ReturnType<typeof start> | undefined
    const wake = async () => {
      starting ??= start()
      // A file that did not load is asked for again.
      const sender = await starting.catch(() => undefined)
      if (sender) sender.wake()
      else starting = undefined
    }
    const unsubscribe = useConnection.subscribe(({ isLost }) => void (isLost || wake()))
    addEventListener('online', wake)
    void wake()
    return () => {
      leaving.abort()
      unsubscribe()
      removeEventListener('online', wake)
    }
  }, [client, userId, isWaiting])
  return waiting
}
