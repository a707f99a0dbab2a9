import { v7 as newId } from 'uuid'
import { draftPrefix } from '#client/lib/drafts.ts'

/** Ids under which a text was last sent without an answer: sending the same text again must reuse them. */
type Attempt = { chatId: string; messageId: string; text: string }

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Owner = { userId: string; agentId: string; chatId?: string | undefined }

/** Where one person's draft for a chat is kept; a chat that does not exist yet is known by its agent. */
export const draftPlace = ({ userId, agentId, chatId }: Owner): string =>
  draftPrefix(userId) + (chatId ? `chat:${chatId}` : `agent:${agentId}`)

const attemptPlace = (place: string) => `${place}:attempt`

/**
 * Unsent texts and the ids they were last tried under, which survive reload and an expired session. A storage
 * that refuses only costs the survival, never the text on the screen.
 */
export class Drafts {
  readonly #storage: () => DraftStorage
  readonly #refused = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  /** `storage` is asked each time, since a browser may refuse to hand it out at all. */
  constructor(storage: () => DraftStorage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  text(place: string): string {
    return this.#refused.get(place) ?? this.#stored(place)
  }

  write(place: string, text: string): void {
    this.#put(place, text)
    for (const listener of this.#listeners) listener()
  }

  /** Forgets what the server acknowledged. Another text that waits at `place` stays. */
  acknowledge(place: string, sent: string): void {
    this.#put(attemptPlace(place), '')
    if (this.text(place).trim() === sent) this.write(place, '')
  }

  /** Takes along what was typed while a new chat became an existing one. */
  move(from: string, to: string): void {
    const text = this.text(from)
    if (text === '' || this.text(to) !== '') return
    this.write(to, text)
    this.write(from, '')
  }

  /** The last attempt to send from `place` that was not acknowledged. */
  attempt(place: string): Attempt | undefined {
    try {
      const stored: unknown = JSON.parse(this.text(attemptPlace(place)) || 'null')
      return isAttempt(stored) ? stored : undefined
    } catch {
      return undefined
    }
  }

  /** Ids to send `text` under: those of the last attempt while the text is the same. */
  nextAttempt(place: string, chatId: string, text: string): Attempt {
    const last = this.attempt(place)
    if (last && last.text === text && last.chatId === chatId) return last
    const next = { chatId, messageId: newId(), text }
    this.#put(attemptPlace(place), JSON.stringify(next))
    return next
  }

  #put(place: string, text: string): void {
    try {
      if (text === '') this.#storage().removeItem(place)
      else this.#storage().setItem(place, text)
      this.#refused.delete(place)
    } catch {
      this.#refused.set(place, text)
    }
  }

  #stored(place: string): string {
    try {
      return this.#storage().getItem(place) ?? ''
    } catch {
      return ''
    }
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { chatId, messageId, text } = value as Partial<Record<keyof Attempt, unknown>>
  return typeof chatId === 'string' && typeof messageId === 'string' && typeof text === 'string'
}

export const drafts = new Drafts(() => localStorage)
