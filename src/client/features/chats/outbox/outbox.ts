import { createStore } from 'zustand/vanilla'
import { type ContextItem, contextItemKey } from '#client/entities/business/context-items.ts'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared, userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import type { Attachment } from '#shared/contract/attachments.ts'

/** A message that was sent without a connection. Its ids are this client's, so that the server stores it once. */
export type QueuedMessage = {
  messageId: string
  chatId: string
  agentId: string
  /** The chat may not be stored yet. */
  isNew: boolean
  content: string
  attachments: Attachment[]
  /** Without it the message keeps the context of the one before. */
  chosen?: readonly ContextItem[] | undefined
  /** Why the server refused it; it stays until the person decides. */
  refusal?: string
}

/** More than a person writes while offline. Each message takes at most 100 KB of the 5 MB that a browser stores. */
const MOST = 20
const NONE: readonly QueuedMessage[] = []

type Listed = Pick<Storage, 'key' | 'length'> & SafeStorage

const prefixOf = (userId: string) => `${userDraftPrefix(userId)}outbox:`

/**
 * Messages that wait for the connection, one storage key each, so that tabs do not overwrite each other. Ids of
 * version 7 put them in the order in which they were written. They are drafts: signing out removes them.
 */
export class Outbox {
  readonly #storage: () => Listed
  readonly #store = createStore(() => ({ changes: 0 }))
  #known: { key: string; list: readonly QueuedMessage[] } = { key: '', list: NONE }
  readonly subscribe = this.#store.subscribe

  /** `storage` is a function, since accessing a storage may throw. */
  constructor(storage: () => Listed) {
    this.#storage = storage
  }

  /** A user's messages, oldest first; the same array until one changes. */
  list(userId: string): readonly QueuedMessage[] {
    const texts = this.#keys(prefixOf(userId))
      .sort()
      .map((key) => readStorage(this.#storage, key))
    const key = texts.join('\n')
    if (this.#known.key !== key) this.#known = { key, list: texts.flatMap(parse) }
    return this.#known.list
  }

  /** False when it can't be stored: too many wait, or the storage is full. */
  put(userId: string, message: QueuedMessage): boolean {
    const known = this.list(userId)
    const isNew = !known.some(({ messageId }) => messageId === message.messageId)
    if (isNew && known.length >= MOST) return false
    const key = prefixOf(userId) + message.messageId
    const text = JSON.stringify(message)
    writeStorage(this.#storage, key, text)
    this.changed()
    return readStorage(this.#storage, key) === text
  }

  remove(userId: string, messageId: string): void {
    writeStorage(this.#storage, prefixOf(userId) + messageId, '')
    this.changed()
  }

  /** Another tab, or a cleared storage, changed it. */
  readonly changed = (): void => this.#store.setState(({ changes }) => ({ changes: changes + 1 }))

  #keys(prefix: string): string[] {
    try {
      const storage = this.#storage()
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      return keys.filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  }
}

function parse(text: string): QueuedMessage[] {
  try {
    const message = JSON.parse(text) as QueuedMessage
    return [message.messageId, message.chatId, message.agentId, message.content].every(
      (it) => typeof it === 'string',
    ) && Array.isArray(message.attachments)
      ? [message]
      : []
  } catch {
    return []
  }
}

/** The parts of a message that a repeated attempt must have in common. */
export const attemptOf = ({ chatId, messageId, content, attachments, chosen }: QueuedMessage) => ({
  chatId,
  messageId,
  text: content,
  attachmentIds: attachments.map(({ id }) => id),
  ...(chosen && { context: chosen.map(contextItemKey).join() }),
})

export const outbox = new Outbox(() => localStorage)
onDraftsCleared(outbox.changed)
