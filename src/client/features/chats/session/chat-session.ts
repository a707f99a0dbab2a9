import type { QueryClient } from '@tanstack/react-query'
import { contextOf } from '#client/entities/business/context-items.ts'
import { broadcastChatChange } from '#client/entities/chats/chat-broadcast.ts'
import { invalidateSummaries } from '#client/entities/chats/chat-mutations.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message, MessageStatus, ReplyChange, ReplyStep } from '#shared/contract/messages.ts'
import { type ChatCalls, isTransient, replyIdOf, rereadEnd, updateMessages } from './chat-calls.ts'
import {
  type ChatState,
  IDLE,
  isBusy,
  type LiveReply,
  type OutgoingMessage,
  replyEndOf,
} from './chat-state.ts'
import { chatQueries } from './chats.api.ts'
import { type FollowResult, followReply } from './follow-reply.ts'
import {
  appendTurn,
  humanMessage,
  patchMessage,
  replaceReply,
  replaceTurn,
  resumeReply,
} from './message-updates.ts'
import { ReplyBuffer } from './reply-buffer.ts'
import type { Scheduler } from './scheduler.ts'

const LEAVE_DELAY_MS = 1_000
/** Messages younger than this are not refetched. */
const FRESH_MS = 2_000

type Dependencies = { client: QueryClient; calls: ChatCalls; clock: Scheduler }
type Attempt = { action: 'send'; isKept: boolean } | { action: 'regenerate' | 'continue' }

/** Change fingerprint of a chat. */
const fingerprintOf = ({ updatedAt, lastMessageAt, isRunning }: Chat) =>
  `${updatedAt} ${lastMessageAt} ${isRunning}`

/**
 * Client state of one chat: sending, streaming, stopping. Outside React, so that a token or a navigation renders only what
 * changed. The messages are in the query cache.
 */
export class ChatSession {
  readonly #chatId: string
  readonly #client: QueryClient
  readonly #calls: ChatCalls
  readonly #clock: Scheduler
  readonly #listeners = new Set<() => void>()
  #state = IDLE
  #following: AbortController | null = null
  #readers = 0
  /** A running reply that the server refused to stream; it is not requested again. */
  #refused: string | null = null
  /** Fingerprint at the last poll. */
  #seen: string | null = null

  constructor(chatId: string, { client, calls, clock }: Dependencies) {
    this.#chatId = chatId
    this.#client = client
    this.#calls = calls
    this.#clock = clock
  }

  readonly getState = (): ChatState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A screen shows the chat. */
  get isShown(): boolean {
    return this.#readers > 0
  }

  /** Keeps the connection while a screen shows the chat; the reply runs on the server regardless. */
  readonly hold = (): (() => void) => {
    this.#readers += 1
    return () => {
      this.#readers -= 1
      setTimeout(() => {
        if (this.#readers > 0) return
        this.dismissFailure()
        this.#leave()
      }, LEAVE_DELAY_MS)
    }
  }

  /** Resolves to whether the server stored the message; if not, `failure` has the reason. */
  async send(outgoing: OutgoingMessage): Promise<boolean> {
    const { messageId, content, attachments = [], chosen, newChatWith, replacesId, isKept } = outgoing
    return await this.#begin({ action: 'send', isKept }, async () => {
      if (newChatWith) {
        const chat = await this.#calls.createChat({ id: this.#chatId, agentId: newChatWith })
        this.#client.setQueryData(chatQueries.detail(this.#chatId).queryKey, chat)
        this.#client.setQueryData(chatQueries.messages(this.#chatId).queryKey, (known) => known ?? [])
      }
      const isKnown = this.#client.ensureQueryData(chatQueries.messages(this.#chatId)).catch(() => undefined)
      const response = await this.#calls.send(this.#chatId, {
        id: messageId,
        content,
        attachmentIds: attachments.map(({ id }) => id),
        ...(chosen && { context: contextOf(chosen) }),
        ...(replacesId && { replacesId }),
      })
      await isKnown
      const replyId = replyIdOf(response)
      this.#updateMessages((known) => {
        const parentId = known.at(-1)?.id ?? null
        const human = { ...humanMessage(this.#chatId, messageId, content, parentId), attachments }
        return replacesId
          ? replaceTurn(known, replacesId, human, replyId, chosen)
          : appendTurn(known, human, replyId, chosen)
      })
      return response
    })
  }

  /** Generates another version of a reply, rewritten with a `change`; resolves to whether it started. */
  async regenerate(messageId: string, change?: ReplyChange): Promise<boolean> {
    return await this.#begin({ action: 'regenerate' }, async () => {
      const response = await this.#calls.regenerate(this.#chatId, messageId, change)
      const replyId = replyIdOf(response)
      this.#updateMessages((known) => replaceReply(known, messageId, replyId))
      return response
    })
  }

  /** Continues a reply that ended early; resolves to whether it started. */
  async continueReply(messageId: string): Promise<boolean> {
    return await this.#begin({ action: 'continue' }, async () => {
      const response = await this.#calls.continueReply(this.#chatId, messageId)
      this.#updateMessages((known) => resumeReply(known, messageId))
      return response
    })
  }

  /**
   * Refetches the end of a chat, which may have changed in another tab or device; with `isStale` also within 2 s of the
   * last fetch.
   */
  async refresh({ isStale = false } = {}): Promise<void> {
    const state = this.#client.getQueryState(chatQueries.messages(this.#chatId).queryKey)
    if (!state?.data || isBusy(this.#state)) return
    if (!isStale && Date.now() - state.dataUpdatedAt < FRESH_MS) return
    await this.#settle('').catch(() => undefined)
  }

  /** Polls for changes made elsewhere and fetches them; resolves to whether there were any. */
  async poll(): Promise<boolean> {
    if (isBusy(this.#state)) return false
    const chat = await this.#calls.fetchChat(this.#chatId)
    const { queryKey } = chatQueries.detail(this.#chatId)
    const before = this.#client.getQueryData(queryKey)
    this.#client.setQueryData(queryKey, chat)
    if (before && before.title !== chat.title) invalidateSummaries(this.#client, this.#chatId)
    const seen = fingerprintOf(chat)
    if (seen === this.#seen) return false
    this.#seen = seen
    await this.refresh({ isStale: true })
    return true
  }

  /** Streams a reply that was running already. */
  attach(messageId: string): void {
    if (isBusy(this.#state) || this.#refused === messageId) return
    void this.#follow(messageId)
  }

  async stop(): Promise<void> {
    const { reply } = this.#state
    if (!reply || reply.phase === 'stopping') return
    this.#set({ failure: null, reply: { ...reply, phase: 'stopping' } })
    try {
      await this.#calls.stop(this.#chatId)
    } catch (error) {
      this.#set({ failure: { action: 'stop', error } })
      this.#patchReply({ phase: reply.phase })
    }
  }

  /** Signals the screen of a new chat that it has its own address now. */
  open(): void {
    this.#set({ isOpened: true })
  }

  dismissFailure(): void {
    if (this.#state.failure) this.#set({ failure: null })
  }

  async #begin(attempt: Attempt, open: () => Promise<Response>): Promise<boolean> {
    if (isBusy(this.#state)) return false
    this.#set({ isSending: true, failure: null })
    try {
      const response = await open()
      this.#set({ isSending: false })
      this.#refused = null
      invalidateSummaries(this.#client, this.#chatId)
      broadcastChatChange(this.#chatId)
      void this.#follow(replyIdOf(response), response)
      return true
    } catch (error) {
      this.#set({ isSending: false, failure: { ...attempt, error } })
      // Another tab may have started a reply: fetch it.
      void this.#client.invalidateQueries(chatQueries.messages(this.#chatId))
      return false
    }
  }

  async #follow(messageId: string, first?: Response): Promise<void> {
    const following = new AbortController()
    const text = new ReplyBuffer()
    this.#following = following
    this.#set({ reply: { messageId, text: '', steps: [], phase: 'waiting', isConnected: true } })
    const showText = this.#clock.perFrame(() => {
      if (this.#following !== following || this.#state.reply?.phase === 'stopping') return
      const phase = text.value === '' ? 'waiting' : 'streaming'
      this.#patchReply({ text: text.value, steps: text.steps, phase })
    })
    const result = await followReply({
      text,
      signal: following.signal,
      ...(first && { first }),
      reopen: (after, signal) => this.#reopen(messageId, after, signal),
      isOver: async () => (await this.#settle(messageId)) !== 'running',
      isTransient,
      onText: showText,
      onConnection: (isConnected) => this.#patchReply({ isConnected }),
      wait: this.#clock.wait,
    })
    if (this.#following === following) this.#finish(messageId, text, result)
  }

  async #reopen(messageId: string, after: number | null, signal: AbortSignal): Promise<Response> {
    const response = await this.#calls.tail(this.#chatId, after, signal).catch(noneWhenTooMany)
    if (response.status !== 204 && replyIdOf(response) !== messageId) throw new Error('Another reply runs')
    return response
  }

  #finish(messageId: string, { value: content, steps }: ReplyBuffer, result: FollowResult): void {
    this.#following = null
    const end = replyEndOf(result, content)
    if (end)
      this.#updateMessages((known) => patchMessage(known, messageId, { content, ...stepsOf(steps), ...end }))
    else this.#refused = messageId
    const { failure } = this.#state
    this.#set({ reply: null, failure: failure?.action === 'stop' ? null : failure })
    if (end) void this.#settle(messageId).catch(() => undefined)
    else void this.#client.invalidateQueries(chatQueries.messages(this.#chatId))
    invalidateSummaries(this.#client, this.#chatId)
  }

  /** Fetches the stored end of the chat; resolves to the reply's stored status. */
  async #settle(messageId: string): Promise<MessageStatus | undefined> {
    const newest = await rereadEnd(this.#client, this.#calls, this.#chatId)
    return newest.find((message) => message.id === messageId)?.status
  }

  #leave(): void {
    const { reply } = this.#state
    if (!reply || !this.#following) return
    this.#following.abort()
    this.#following = null
    if (reply.text !== '') {
      this.#updateMessages((known) =>
        patchMessage(known, reply.messageId, { content: reply.text, ...stepsOf(reply.steps) }),
      )
    }
    this.#set({ reply: null })
  }

  #updateMessages(change: (known: Message[]) => Message[]): void {
    updateMessages(this.#client, this.#chatId, change)
  }

  #patchReply(patch: Partial<LiveReply>): void {
    if (this.#state.reply) this.#set({ reply: { ...this.#state.reply, ...patch } })
  }

  #set(patch: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }
}

/** The steps as a message has them. */
const stepsOf = (steps: readonly ReplyStep[]) => (steps.length > 0 ? { steps: [...steps] } : {})

/** With too many streams in this browser, no stream (204): the stored text is read until there is room. */
function noneWhenTooMany(error: unknown): Response {
  if (error instanceof ApiError && error.status === 429) return new Response(null, { status: 204 })
  throw error
}
