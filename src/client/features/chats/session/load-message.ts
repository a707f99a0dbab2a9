import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { Message } from '#shared/contract/messages.ts'
import { chatCalls, chatQueries, fetchOlder, showBranch, updateMessages } from './chats.api.ts'
import { prependOlder } from './message-updates.ts'

/**
 * Has a message among the cached ones of its chat: reads upwards until it is there, and where it stands on another
 * branch makes that one the active. Resolves early when `signal` aborts. @throws {ApiError} NOT_FOUND when it is gone.
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

/** Whether the message stands on the active branch; then it is cached, with all that follows it. */
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
      // Another branch came meanwhile, which does not go on from what was read.
      if (!cached().some(({ id }) => id === known[0]?.id)) return readUpTo(client, chatId, messageId, signal)
      // Whoever scrolls up meanwhile has some of it already.
      updateMessages(client, chatId, (now) => prependOlder(now, read))
      return true
    }
  }
  return false
}
