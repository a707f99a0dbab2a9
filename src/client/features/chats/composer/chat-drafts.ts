import { v7 as newId } from 'uuid'
import { DraftStore } from '#client/lib/browser/draft-store.ts'
import type { SafeStorage } from '#client/lib/browser/safe-storage.ts'
import { chatDraftKey, onDraftsCleared, userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

/** Ids of an unacknowledged attempt: a retry of the same draft must reuse them. */
export type SendAttempt = {
  chatId: string
  messageId: string
  text: string
  attachmentIds: string[]
  /** Keys of the context items. */
  context?: string
}

type Owner = { userId: string; agentId: string; chatId?: string | undefined }

/** Storage key of a chat's draft; of its agent while the chat is new. */
export const composerDraftKey = ({ userId, agentId, chatId }: Owner): string =>
  chatId ? chatDraftKey(userId, chatId) : `${userDraftPrefix(userId)}agent:${agentId}`

type Storages = { texts: () => SafeStorage; attempts: () => SafeStorage }

/**
 * Unsent texts and the ids of their last attempt, which survive a reload and an expired session. Another tab's text for
 * the same key never replaces the text on this tab's screen. A storage that refuses costs only persistence.
 */
export class ChatDrafts {
  readonly #texts: DraftStore<string>
  readonly #attempts: DraftStore<SendAttempt | undefined>
  readonly subscribe: DraftStore<string>['subscribe']

  constructor({ texts, attempts }: Storages) {
    const asIs = (text: string) => text
    this.#texts = new DraftStore(texts, { keyOf: asIs, parse: asIs, serialize: asIs })
    this.#attempts = new DraftStore(attempts, {
      keyOf: (draftKey) => `${draftKey}:attempt`,
      parse: parseAttempt,
      serialize: (attempt) => (attempt ? JSON.stringify(attempt) : ''),
    })
    this.subscribe = this.#texts.subscribe
  }

  text(draftKey: string): string {
    return this.#texts.get(draftKey)
  }

  write(draftKey: string, text: string): void {
    this.#texts.set(draftKey, text)
  }

  hold(draftKey: string): () => void {
    return this.#texts.hold(draftKey)
  }

  /** Removes the text that the server stored; text typed since stays. */
  acknowledge(draftKey: string, sent: string): void {
    this.#attempts.set(draftKey, undefined)
    const text = this.text(draftKey).trimStart()
    if (text.startsWith(sent)) this.write(draftKey, text.slice(sent.length).trimStart())
  }

  /** Brings back an attempt, whose ids the next one with the same parts reuses. */
  restore(draftKey: string, attempt: SendAttempt): void {
    this.#attempts.set(draftKey, attempt)
  }

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storages. */
  readonly forget = (prefix: string): void => {
    this.#attempts.forget(prefix)
    this.#texts.forget(prefix)
  }

  move(from: string, to: string): void {
    this.#texts.move(from, to)
  }

  /** Last unacknowledged attempt. */
  attempt(draftKey: string): SendAttempt | undefined {
    return this.#attempts.get(draftKey)
  }

  /** Chat that an attempt with the current text may have created. */
  pendingChat(draftKey: string): string | undefined {
    const attempt = this.attempt(draftKey)
    return attempt?.text === this.text(draftKey).trim() ? attempt.chatId : undefined
  }

  /** Ids to send with: those of the last attempt if text, attachments and context are the same. */
  nextAttempt(
    draftKey: string,
    chatId: string,
    text: string,
    attachmentIds: string[] = [],
    context = '',
  ): SendAttempt {
    const last = this.attempt(draftKey)
    const isSame =
      last?.text === text &&
      last.attachmentIds.join() === attachmentIds.join() &&
      (last.context ?? '') === context
    if (isSame && last.chatId === chatId) return last
    const next = { chatId, messageId: newId(), text, attachmentIds, ...(context && { context }) }
    this.#attempts.set(draftKey, next)
    return next
  }
}

function parseAttempt(text: string): SendAttempt | undefined {
  try {
    const stored: unknown = JSON.parse(text || 'null')
    return isAttempt(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isAttempt(value: unknown): value is SendAttempt {
  if (typeof value !== 'object' || value === null) return false
  const { chatId, messageId, text, attachmentIds } = value as Partial<Record<keyof SendAttempt, unknown>>
  return [chatId, messageId, text].every((id) => typeof id === 'string') && Array.isArray(attachmentIds)
}

// Attempts are per tab: two tabs with the same text are two chats.
export const chatDrafts = new ChatDrafts({ texts: () => localStorage, attempts: () => sessionStorage })
onDraftsCleared(chatDrafts.forget)
