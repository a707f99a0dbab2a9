import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import type { WorkerMessage } from '#shared/offline-cache.ts'
import { prefetchChats } from './prefetch-chats.ts'
import { whenRepliesSettle } from './when-replies-settle.ts'

const keyOf = (chatId: string) => [...chatKeys.messages, chatId]
const message = (status: string) => ({ id: 'm', status })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a locally changed chat is fetched after the debounce', async () => {
  const client = new QueryClient()
  const sent: WorkerMessage[] = []
  prefetchChats(client, async (it) => void sent.push(it))
  client.setQueryData(keyOf('a'), [message('running')])
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
  client.setQueryData(keyOf('a'), [message('done')])
  client.setQueryData(keyOf('b'), [message('done')])
  client.setQueryData(keyOf('a'), [message('done'), message('done')])
  client.setQueryData(['agents', 'detail', 'c'], {})
  expect(sent).toEqual([])
  await vi.runAllTimersAsync()
  const paths = ['/api/v1/chats/a', '/api/v1/chats/a/messages', '/api/v1/chats/b', '/api/v1/chats/b/messages']
  expect(sent).toEqual([{ type: 'keep', paths }])
})

test('fetched chats are cached already; chats changed before the subscription are not', async () => {
  const client = new QueryClient()
  const sent: WorkerMessage[] = []
  const read = (chatId: string) =>
    client.fetchQuery({ queryKey: keyOf(chatId), queryFn: async () => [message('done')] })
  await read('a')
  await read('b')
  client.setQueryData(keyOf('b'), [message('done'), message('done')])
  prefetchChats(client, async (it) => void sent.push(it))
  await read('c')
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ type: 'keep', paths: ['/api/v1/chats/b', '/api/v1/chats/b/messages'] }])
})

test('changes before signing out are not fetched after it', async () => {
  const client = new QueryClient()
  const sent: WorkerMessage[] = []
  prefetchChats(client, async (it) => void sent.push(it))
  client.setQueryData(keyOf('a'), [message('done')])
  client.clear()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
})

test('waits for a reply on the screen', async () => {
  const client = new QueryClient()
  const then = vi.fn()
  // A reply without an observer runs on the server only.
  client.setQueryData(keyOf('left'), [message('running')])
  whenRepliesSettle(client, then)
  expect(then).toHaveBeenCalledTimes(1)
  const query = client.getQueryCache().find({ queryKey: keyOf('left') })
  vi.spyOn(query ?? Object(), 'isActive').mockReturnValue(true)
  whenRepliesSettle(client, then)
  expect(then).toHaveBeenCalledTimes(1)
  client.setQueryData(keyOf('left'), [message('running'), message('done')])
  expect(then).toHaveBeenCalledTimes(1)
  client.setQueryData(keyOf('left'), [message('done')])
  expect(then).toHaveBeenCalledTimes(2)
  client.setQueryData(keyOf('left'), [message('done'), message('done')])
  expect(then).toHaveBeenCalledTimes(2)
})
