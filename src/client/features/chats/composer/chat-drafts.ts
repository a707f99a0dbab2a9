import { v7 as newId } from 'uuid'
import { DraftStore } from '#client/entities/chats/draft-store.ts'
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

/** Unsent texts and the ids of their last attempt. */
export class ChatDrafts extends DraftStore<string> {
  readonly #attemptStorage: () => SafeStorage
  /** Serialized attempts of this tab; '' for none. */
  readonly #attempts = new Map<string, string>()

  constructor({ texts, attempts }: Storages) {
    super(texts, { suffix: '', parse: (text) => text, serialize: (text) => text })
    this.#attemptStorage = attempts
  }

  text(draftKey: string): string {
    return this.get(draftKey)
  }

  write(draftKey: string, text: string): void {
    this.set(draftKey, text)
  }

  /** Removes the text that the server stored; text typed since stays. */
  acknowledge(draftKey: string, sent: string): void {
    this.#putAttempt(draftKey, '')
    const text = this.text(draftKey).trimStart()
    if (text.startsWith(sent)) this.write(draftKey, text.slice(sent.length).trimStart())
  }

  override forget(prefix: string): void {
    for (const key of [...this.#attempts.keys()]) if (key.startsWith(prefix)) this.#attempts.delete(key)
    super.forget(prefix)
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
      const text = this.#attempts.get(key) ?? readStorage(this.#attemptStorage, key)
      const stored: unknown = JSON.parse(text || 'null')
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
    this.#attempts.set(key, text)
    writeStorage(this.#attemptStorage, key, text)
  }
}

function isAttempt(value: unknown): value is SendAttempt {
  if (typeof value !== 'object' || value === null) return false
  const { chatId, messageId, text, attachmentIds } = value as Partial<Record<keyof SendAttempt, unknown>>
  return [chatId, messageId, text].every((id) => typeof id === 'string') && Array.isArray(attachmentIds)
}

// Attempts are per tab: two tabs with the same text are two chats.
export const chatDrafts = new ChatDrafts({ texts: () => localStorage, attempts: () => sessionStorage })
onDraftsCleared((prefix) => chatDrafts.forget(prefix))
