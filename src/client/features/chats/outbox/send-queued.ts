import type { QueryClient } from '@tanstack/react-query'
import { isTransient } from '#client/features/chats/session/chat-calls.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { failureText } from '#client/features/chats/session/chat-texts.ts'
import { chatSessionOf } from '#client/features/chats/session/use-chat-session.ts'
import { isConnectionLost } from '#client/lib/http/connection.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { outbox, type QueuedMessage } from './outbox.ts'

const LOCK = 'elenco-outbox'
const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000
/** A reply that runs in the chat, perhaps on another device, ends within this time or its writer is replaced. */
const CONFLICT_PATIENCE_MS = 10 * 60_000

type Options = {
  client: QueryClient
  userId: string
  signal: AbortSignal
  onSent: (message: QueuedMessage) => void
}

type Outcome = 'sent' | 'refused' | 'later' | 'away'

/**
 * Sends a user's queued messages in order, and repeats until none waits or `signal` aborts. One tab at a time sends; a
 * message whose answer was lost is repeated with the same id, which the server stores once.
 */
export function sendQueued({ client, userId, signal, onSent }: Options) {
  const conflicts = new Map<string, number>()
  let delay = FIRST_DELAY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  signal.addEventListener('abort', () => clearTimeout(timer))

  async function deliver(message: QueuedMessage): Promise<Outcome> {
    const { messageId, chatId, agentId, content, attachments, chosen, isNew } = message
    const session = chatSessionOf(client, chatId)
    if (isBusy(session.getState())) return 'later'
    const newChat = isNew ? { newChatWith: agentId } : {}
    if (await session.send({ messageId, content, attachments, chosen, isKept: false, ...newChat })) {
      outbox.remove(userId, messageId)
      if (isNew) session.open()
      if (!session.isShown) onSent(message)
      return 'sent'
    }
    return fail(session, message)
  }

  function fail(session: ChatSession, message: QueuedMessage): Outcome {
    const { failure } = session.getState()
    // Another action of the screen came first.
    if (failure?.action !== 'send') return 'later'
    const { error } = failure
    session.dismissFailure()
    if (isUnauthorized(error)) return 'away'
    if (isPassing(error)) return error instanceof ApiError && error.status === 429 ? 'later' : 'away'
    if (isConflict(error) && isPatient(message.messageId)) return 'later'
    // A sign-out, or another tab, has removed it meanwhile: it must not come back.
    if (!outbox.list(userId).some(({ messageId }) => messageId === message.messageId)) return 'refused'
    outbox.put(userId, { ...message, refusal: failureText(failure) })
    return 'refused'
  }

  function isPatient(messageId: string): boolean {
    const since = conflicts.get(messageId) ?? Date.now()
    conflicts.set(messageId, since)
    return Date.now() - since < CONFLICT_PATIENCE_MS
  }

  /** A refused message keeps the later ones of its chat from being answered out of order. */
  function nextOutside(blocked: ReadonlySet<string>): QueuedMessage | undefined {
    const waiting = outbox.list(userId)
    const refused = new Set(waiting.flatMap(({ chatId, refusal }) => (refusal ? [chatId] : [])))
    return waiting.find(({ chatId }) => !refused.has(chatId) && !blocked.has(chatId))
  }

  /** Resolves to whether some message was sent. */
  async function sendAll(): Promise<boolean> {
    const blocked = new Set<string>()
    let hasSent = false
    for (let next = nextOutside(blocked); next && !signal.aborted; next = nextOutside(blocked)) {
      const outcome = await deliver(next)
      if (outcome === 'away') break
      if (outcome === 'sent') hasSent = true
      else blocked.add(next.chatId)
    }
    return hasSent
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (await withLock(sendAll)) delay = FIRST_DELAY_MS
    if (signal.aborted || !outbox.list(userId).some(({ refusal }) => !refusal)) return
    timer = setTimeout(wake, delay)
    delay = Math.min(delay * 2, MAX_DELAY_MS)
  }

  /** Tries at once, unless the server is known to be out of reach: its return wakes again. */
  function wake(): void {
    if (isRunning || isConnectionLost()) return
    isRunning = true
    void run().finally(() => {
      isRunning = false
    })
  }

  return { wake }
}

/** False while another tab has the lock. Insecure origins have no locks; there the server alone prevents a second copy. */
async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work()
  return await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : false))
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

/** A limit that names no time, such as a monthly quota, does not pass by waiting. */
const isPassing = (error: unknown) =>
  isTransient(error) &&
  !(error instanceof ApiError && error.status === 429 && error.retryAfterSeconds === undefined)
