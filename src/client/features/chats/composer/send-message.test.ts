import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#client/features/chats/outbox/outbox.ts'
import { chatCalls } from '#client/features/chats/session/chat-calls.ts'
import { chatSessionOf } from '#client/features/chats/session/use-chat-session.ts'
import { clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { networkError } from '#client/lib/http/http-client.ts'
import { browserStorage } from '#client/testing/memory-storage.ts'
import { useToasts } from '#client/ui/feedback/toast.ts'
import { chatDrafts, composerDraftKey } from './chat-drafts.ts'
import { sendMessage } from './send-message.ts'

const PLACE = { userId: 'ana', chatId: 'c', agentId: 'dora' }

beforeEach(() => {
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  vi.spyOn(chatCalls, 'fetchMessages').mockResolvedValue([])
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Sends to a server that gives no answer; `meanwhile` happens before the failure. */
function sendInVain(meanwhile: () => void): Promise<boolean> {
  vi.spyOn(chatCalls, 'send').mockImplementation(async () => {
    meanwhile()
    throw networkError()
  })
  const draftKey = composerDraftKey(PLACE)
  chatDrafts.write(draftKey, 'oi')
  const source = { ...PLACE, draftKey, isNew: false, chosen: undefined }
  return sendMessage(source, chatSessionOf(new QueryClient(), PLACE.chatId), 'oi')
}

test('a message that got no answer waits in the outbox, and leaves the draft', async () => {
  expect(await sendInVain(() => undefined)).toBe(true)
  expect(outbox.list('ana')).toMatchObject([{ content: 'oi', chatId: 'c' }])
  expect(chatDrafts.text(composerDraftKey(PLACE))).toBe('')
})

test('a message for which the queue has no room does not overtake it, and stays in the draft', async () => {
  const waiting = { ...PLACE, content: 'antes', attachments: [], isNew: false }
  for (let index = 0; index < 20; index += 1) outbox.put('ana', { ...waiting, messageId: `0${index}` })
  expect(await sendInVain(() => undefined)).toBe(false)
  expect(chatCalls.send).not.toHaveBeenCalled()
  expect(chatDrafts.text(composerDraftKey(PLACE))).toBe('oi')
  expect(useToasts.getState().toasts).toMatchObject([
    { tone: 'error', text: expect.stringContaining('mensagens demais na fila') },
  ])
})

test('a sign-out before the answer fails leaves nothing of the message on the device', async () => {
  expect(await sendInVain(() => clearDrafts('ana'))).toBe(false)
  expect(Object.keys(localStorage)).toEqual([])
})
