import type { AppError } from '../errors.ts'

export type SlotRules = {
  /** Slots of one person. */
  atOnce: number
  /** Slots of all people in this process; unlimited by default. */
  total?: number
  /** How many of one person may wait for a slot; the next one is refused at once. */
  waiting: number
  /** Milliseconds until a waiting one is refused. */
  patienceMs: number
  refusal(): AppError
}

type Waiter = { begin(): void }
type Person = { taken: number; waiting: Waiter[] }

/** Bounded numbers of something per person, counted in this process. Waiting ones begin in order. */
export class PersonSlots {
  readonly #rules: SlotRules
  readonly #people = new Map<string, Person>()
  #taken = 0

  constructor(rules: SlotRules) {
    this.#rules = rules
  }

  /**
   * Takes a slot, which {@link leave} frees. Undefined when it is taken already, so that ordinary calls do not wait
   * for a turn of the event loop. `signalOf` is asked only while waiting; its abort ends the wait.
   * @throws {AppError} the refusal, also as a rejection.
   */
  enter(key: string, signalOf?: () => AbortSignal): Promise<void> | undefined {
    const person = this.#people.get(key) ?? { taken: 0, waiting: [] }
    if (person.waiting.length === 0 && this.#hasRoom(person)) {
      this.#people.set(key, person)
      this.#take(person)
      return undefined
    }
    if (person.waiting.length >= this.#rules.waiting) throw this.#rules.refusal()
    this.#people.set(key, person)
    return this.#wait(key, person, signalOf?.())
  }

  /** Whether no further one of this person may wait. */
  isFull(key: string): boolean {
    return (this.#people.get(key)?.waiting.length ?? 0) >= this.#rules.waiting
  }

  /** Frees a slot. */
  leave(key: string): void {
    const person = this.#people.get(key)
    if (!person) return
    person.taken -= 1
    this.#taken -= 1
    // Moved to the end, so that other people's waiting ones begin first.
    this.#people.delete(key)
    if (person.taken > 0 || person.waiting.length > 0) this.#people.set(key, person)
    if (this.#rules.total === undefined) this.#beginNext(person)
    else for (const it of this.#people.values()) this.#beginNext(it)
  }

  #hasRoom({ taken }: Person): boolean {
    const { atOnce, total = Number.POSITIVE_INFINITY } = this.#rules
    return taken < atOnce && this.#taken < total
  }

  #take(person: Person): void {
    person.taken += 1
    this.#taken += 1
  }

  #beginNext(person: Person): void {
    while (person.waiting.length > 0 && this.#hasRoom(person)) {
      this.#take(person)
      person.waiting.shift()?.begin()
    }
  }

  #wait(key: string, person: Person, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiter = {
        begin() {
          finish()
          resolve()
        },
      }
      const giveUp = () => {
        finish()
        person.waiting.splice(person.waiting.indexOf(waiter), 1)
        if (person.taken === 0 && person.waiting.length === 0) this.#people.delete(key)
        reject(this.#rules.refusal())
      }
      const timer = setTimeout(giveUp, this.#rules.patienceMs)
      signal?.addEventListener('abort', giveUp)
      person.waiting.push(waiter)
      if (signal?.aborted) giveUp()
    })
  }
}
