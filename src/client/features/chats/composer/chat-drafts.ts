import { v7 as newId } from 'uuid'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { chatDraftKey, onDraftsCleared, userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

/** Ids under which a draft was last sent without an answer: sending the very same again must reuse them. */
export type SendAttempt = {
  chatId: string
  messageId: string
  text: string
  attachmentIds: string[]
  /** What it was to be grounded on, in one word. */
  context?: string
}

type Owner = { userId: string; agentId: string; chatId?: string | undefined }

/** Where one person's draft for a chat is kept; a chat that does not exist yet is known by its agent. */
export const composerDraftKey = ({ userId, agentId, chatId }: Owner): string =>
  chatId ? chatDraftKey(userId, chatId) : `${userDraftPrefix(userId)}agent:${agentId}`

const attemptPlace = (draftKey: string) => `${draftKey}:attempt`

type Storages = { texts: () => SafeStorage; attempts: () => SafeStorage }

/**
 * Unsent texts and the ids they were last tried under, which survive reload and an expired session. What is on this
 * tab's screen is this tab's: another tab's text for the same place never replaces it, and a storage that refuses
 * only costs the survival.
 */
export class ChatDrafts {
  readonly #storages: Storages
  /** What this tab shows or tried; where nothing is held, the storage has the word. */
  readonly #held = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  /** The storages are asked each time, since a browser may refuse to hand them out at all. */
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

  /** Shows `place` on this tab's screen, as the storage has it now, until the returned function is called. */
  hold(draftKey: string): () => void {
    this.#held.set(draftKey, this.text(draftKey))
    return () => {
      if (readStorage(this.#storages.texts, draftKey) === this.#held.get(draftKey))
        this.#held.delete(draftKey)
    }
  }

  /** Forgets what the server acknowledged; what was typed behind it, or instead of it, stays. */
  acknowledge(draftKey: string, sent: string): void {
    this.#putAttempt(draftKey, '')
    const text = this.text(draftKey).trimStart()
    if (text.startsWith(sent)) this.write(draftKey, text.slice(sent.length).trimStart())
  }

  /** Lets go of everything held under keys that begin so; the storages are somebody else's to clear. */
  readonly forget = (prefix: string): void => {
    for (const key of [...this.#held.keys()]) if (key.startsWith(prefix)) this.#held.delete(key)
    for (const listener of this.#listeners) listener()
  }

  /** Takes along what was typed while a new chat became an existing one. */
  move(from: string, to: string): void {
    const text = this.text(from)
    if (text === '' || this.text(to) !== '') return
    this.write(to, text)
    this.write(from, '')
  }

  /** The last attempt to send from `place` that was not acknowledged. */
  attempt(draftKey: string): SendAttempt | undefined {
    const key = attemptPlace(draftKey)
    try {
      const stored: unknown = JSON.parse(
        this.#held.get(key) ?? (readStorage(this.#storages.attempts, key) || 'null'),
      )
      return isAttempt(stored) ? stored : undefined
    } catch {
      return undefined
    }
  }

  /** The chat that the text on the screen may already have opened. */
  pendingChat(draftKey: string): string | undefined {
    const attempt = this.attempt(draftKey)
    return attempt?.text === this.text(draftKey).trim() ? attempt.chatId : undefined
  }

  /** Ids to send a draft under: those of the last attempt while text, attachments and context are the same. */
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
    const key = attemptPlace(draftKey)
    this.#held.set(key, text || 'null')
    writeStorage(this.#storages.attempts, key, text)
  }
}

function isAttempt(value: unknown): value is SendAttempt {
  if (typeof value !== 'object' || value === null) return false
  const { chatId, messageId, text, attachmentIds } = value as Partial<Record<keyof SendAttempt, unknown>>
  return [chatId, messageId, text].every((id) => typeof id === 'string') && Array.isArray(attachmentIds)
}

// Attempts are a tab's own: two tabs with the same words are two conversations.
export const chatDrafts = new ChatDrafts({ texts: () => localStorage, attempts: () => sessionStorage })
onDraftsCleared(chatDrafts.forget)
