import { v7 as newId } from 'uuid'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
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

const attemptKey = (draftKey: string) => `${draftKey}:attempt`

type Storages = { texts: () => SafeStorage; attempts: () => SafeStorage }

/**
 * Unsent texts and the ids of their last attempt, which survive a reload and an expired session. Another tab's text for
 * the same key never replaces the text on this tab's screen. A storage that refuses costs only persistence.
 */
export class ChatDrafts {
  readonly #storages: Storages
  /** State of this tab; without an entry, the storage decides. */
  readonly #held = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  /** Functions, since accessing a storage may throw. */
  constructor(storages: Storages) {
    this.#storages = storages
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  text(draftKey: string): string {
    return this.#held.get(draftKey) ?? readStorage(this.#storages.texts, draftKey)
  }

  write(draftKey: string, text: string): void {
    this.#held.set(draftKey, text)
    writeStorage(this.#storages.texts, draftKey, text)
    for (const listener of this.#listeners) listener()
  }

  /** Pins the draft's text in this tab until the returned cleanup runs. */
  hold(draftKey: string): () => void {
    this.#held.set(draftKey, this.text(draftKey))
    return () => {
      if (readStorage(this.#storages.texts, draftKey) === this.#held.get(draftKey))
        this.#held.delete(draftKey)
    }
  }

  /** Removes the text that the server stored; text typed since stays. */
  acknowledge(draftKey: string, sent: string): void {
    this.#putAttempt(draftKey, '')
    const text = this.text(draftKey).trimStart()
    if (text.startsWith(sent)) this.write(draftKey, text.slice(sent.length).trimStart())
  }

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storages. */
  readonly forget = (prefix: string): void => {
    for (const key of [...this.#held.keys()]) if (key.startsWith(prefix)) this.#held.delete(key)
    for (const listener of this.#listeners) listener()
  }

  /** Moves the text when a new chat gets its own draft key. */
  move(from: string, to: string): void {
    const text = this.text(from)
    if (text === '' || this.text(to) !== '') return
    this.write(to, text)
    this.write(from, '')
  }

  /** Last unacknowledged attempt. */
  attempt(draftKey: string): SendAttempt | undefined {
    const key = attemptKey(draftKey)
    try {
      const stored: unknown = JSON.parse(
        this.#held.get(key) ?? (readStorage(this.#storages.attempts, key) || 'null'),
      )
      return isAttempt(stored) ? stored : undefined
    } catch {
      return undefined
    }
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
    this.#putAttempt(draftKey, JSON.stringify(next))
    return next
  }

  #putAttempt(draftKey: string, text: string): void {
    const key = attemptKey(draftKey)
    this.#held.set(key, text || 'null')
    writeStorage(this.#storages.attempts, key, text)
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
