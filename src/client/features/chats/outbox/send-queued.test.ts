import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatCalls } from '#client/features/chats/session/chat-calls.ts'
import { chatSessionOf } from '#client/features/chats/session/use-chat-session.ts'
import { clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { setConnectionLost } from '#client/lib/http/connection.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { browserStorage } from '#client/testing/memory-storage.ts'
import { outbox } from './outbox.ts'
import { sendQueued } from './send-queued.ts'

const MESSAGE = {
  messageId: '1',
  chatId: 'c',
  agentId: 'dora',
  isNew: false,
  content: 'oi',
  attachments: [],
}
const GONE = new ApiError({ code: 'NOT_FOUND', status: 404, message: '' })

let leaving: AbortController
beforeEach(() => {
  leaving = new AbortController()
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  vi.spyOn(chatCalls, 'fetchMessages').mockResolvedValue([])
})
afterEach(() => {
  leaving.abort()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Sends what Ana's outbox holds, to a server that refuses it after `meanwhile`. */
async function refuse(meanwhile: () => void): Promise<void> {
  const answered = Promise.withResolvers<void>()
  vi.spyOn(chatCalls, 'send').mockImplementation(async () => {
    meanwhile()
    setTimeout(answered.resolve)
    throw GONE
  })
  outbox.put('ana', MESSAGE)
  const client = new QueryClient()
  sendQueued({ client, userId: 'ana', signal: leaving.signal, onSent: () => undefined }).wake()
  await answered.promise
}

test('nothing is tried, and shown as being sent, while the server is known to be out of reach', () => {
  const send = vi.spyOn(chatCalls, 'send').mockRejectedValue(GONE)
  outbox.put('ana', MESSAGE)
  const client = new QueryClient()
  const sender = sendQueued({ client, userId: 'ana', signal: leaving.signal, onSent: () => undefined })
  setConnectionLost(true)
  sender.wake()
  expect(chatSessionOf(client, 'c').getState().isSending).toBe(false)
  setConnectionLost(false)
  sender.wake()
  return vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('a refused message stays with the reason', async () => {
  await refuse(() => undefined)
  await vi.waitFor(() =>
    expect(outbox.list('ana')).toEqual([{ ...MESSAGE, refusal: expect.stringContaining('Não encontramos') }]),
  )
})

test('a sign-out while a message is sent leaves nothing of it on the device', async () => {
  await refuse(() => {
    clearDrafts('ana')
    leaving.abort()
  })
  expect(outbox.list('ana')).toEqual([])
})

test('a message that another tab took back while it was sent does not come back', async () => {
  await refuse(() => outbox.remove('ana', MESSAGE.messageId))
  expect(outbox.list('ana')).toEqual([])
})
