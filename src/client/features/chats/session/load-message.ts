import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { Message } from '#shared/contract/messages.ts'
import { chatCalls, fetchOlder, showBranch, updateMessages } from './chat-calls.ts'
import { chatQueries } from './chats.api.ts'
import { prependOlder } from './message-updates.ts'

/**
 * Loads a message into the cache: fetches older pages until it is found, or else activates its branch. Resolves early when
 * `signal` aborts. @throws {ApiError} NOT_FOUND if it does not exist.
 */
export async function loadMessage(
  client: QueryClient,
  chatId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  if (await readUpTo(client, chatId, messageId, signal)) return
  if (signal.aborted) return
  showBranch(client, chatId, await chatCalls.selectBranch(chatId, messageId))
  if ((await readUpTo(client, chatId, messageId, signal)) || signal.aborted) return
  throw new ApiError({ code: 'NOT_FOUND', status: 404, message: '' })
}

/** Whether the message is on the active branch; if so, it and all after it are cached. */
async function readUpTo(
  client: QueryClient,
  chatId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const cached = () => client.getQueryData(chatQueries.messages(chatId).queryKey) ?? []
  const isIt = ({ id }: Message) => id === messageId
  const known = cached()
  if (known.some(isIt)) return true
  let read: Message[] = []
  let oldest = known[0]
  while (oldest?.parentId && !signal.aborted) {
    const older = await fetchOlder(chatId, oldest.id)
    if (older.length === 0) break
    read = prependOlder(read, older)
    oldest = older[0]
    if (older.some(isIt)) {
      // The branch changed meanwhile.
      if (!cached().some(({ id }) => id === known[0]?.id)) return readUpTo(client, chatId, messageId, signal)
      // Scrolling up may have loaded part of it.
      updateMessages(client, chatId, (now) => prependOlder(now, read))
      return true
    }
  }
  return false
}
