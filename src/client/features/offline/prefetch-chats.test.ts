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

test('a conversation that changed on the screen is read again once it rests, and only then', async () => {
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

test('what was read from the server is kept already; what changed before anybody listened is not', async () => {
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

test('what changed before somebody signed out is not read again after it', async () => {
  const client = new QueryClient()
  const sent: WorkerMessage[] = []
  prefetchChats(client, async (it) => void sent.push(it))
  client.setQueryData(keyOf('a'), [message('done')])
  client.clear()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
})

test('nothing goes on in the middle of a reply that is on the screen', async () => {
  const client = new QueryClient()
  const then = vi.fn()
  // A reply that nobody looks at runs on the server, whatever happens here.
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
