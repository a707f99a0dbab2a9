import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { GivenAddresses } from '../../ai/citations/given-addresses.ts'
import type { NumberedPassage, Passage, SearchOutcome } from '../../ai/citations/given-passages.ts'
import type { Deps } from '../../deps.ts'
import { copyGiven, lastGiven, listGiven, storeGiven } from '../citations/citations.queries.ts'
import { listEarlier } from '../citations/earlier-passages.queries.ts'
import type { WordedPassage } from '../collections/passages.queries.ts'
import type { ReadScope } from '../collections/readable.queries.ts'
import { retrievePassages } from '../collections/retrieval.queries.ts'

const { passagesPerQuestion, passagesPerReply } = COLLECTION_LIMITS

type Parts = Pick<Deps, 'db' | 'embeddings'>
/** Passages that a search found, best first. */
type Found = {
  passages: Passage[]
  /** How those that are given of them are told. */
  outcomeOf: (given: readonly Passage[]) => SearchOutcome
}

type StoredReply = { messageId: string; userId: string }

/** The passages of one reply, which its writers number one after the other. */
export class ReplyPassages {
  /** The addresses in all of them, and in those of earlier replies, which a model reads in the chat. */
  readonly addresses: GivenAddresses
  readonly #parts: Parts
  readonly #reply: StoredReply | null
  readonly #given = new Map<number, NumberedPassage>()
  readonly #numbers = new Map<string, number>()
  #last = 0
  /** Unless they are, earlier writers may have stored numbers above the last one. */
  #isLoaded = false
  #loading: Promise<unknown> = Promise.resolve()
  #searching: Promise<unknown> = Promise.resolve()

  /** Without a reply, such as in a test chat, nothing is stored. */
  constructor(parts: Parts, reply: StoredReply | null, addresses = new GivenAddresses()) {
    this.#parts = parts
    this.#reply = reply
    this.addresses = addresses
  }

  /**
   * A list that goes on after the numbers of this one, which may still be stored. No address is trusted when those of
   * earlier passages could not be read.
   */
  afresh(): ReplyPassages {
    const next = new ReplyPassages(this.#parts, this.#reply, this.addresses)
    next.#last = this.#last
    next.#isLoaded = this.#isLoaded
    next.#loading = this.#loading
    if (this.#reply && !this.#isLoaded) this.addresses.trustNone()
    return next
  }

  /** By number. */
  get all(): NumberedPassage[] {
    return [...this.#given.values()].sort((a, b) => a.number - b.number)
  }

  has(number: number): boolean {
    return this.#given.has(number)
  }

  /** Takes those of the reply that this one rewrites and of earlier writers, and the addresses of earlier replies. */
  load(revisedId?: string): Promise<void> {
    const loaded = this.#load(revisedId)
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  async #load(revisedId: string | undefined): Promise<void> {
    if (!this.#reply) return
    const { db } = this.#parts
    if (revisedId) await copyGiven(db, { ...this.#reply, fromId: revisedId })
    for (const passage of await listGiven(db, this.#reply)) this.#take(passage)
    for (const passage of await listEarlier(db, this.#reply)) {
      this.addresses.add({ ...passage, address: null })
    }
    this.#isLoaded = true
  }

  /** One search at a time, on at most two connections. @throws when the search fails or the signal is aborted. */
  search(question: string, { scope, signal }: { scope: ReadScope; signal: AbortSignal }): Promise<Found> {
    const wanted = { question, scope, limit: passagesPerQuestion, signal }
    const found = this.#searching.then(() => retrievePassages(this.#parts, wanted))
    this.#searching = found.catch(() => undefined)
    return found.then((rows) => {
      const worded = new Set(rows.filter(({ hasWord }) => hasWord).map(({ id }) => id))
      const isUnlike = (given: readonly Passage[]) =>
        given.length > 0 && !given.some(({ passageId }) => worded.has(passageId))
      return {
        passages: rows.map(toPassage),
        outcomeOf: (given) => (isUnlike(given) ? 'unlike' : 'found'),
      }
    })
  }

  /**
   * Stores passages, and answers them with their numbers; one that was given before keeps its number, and is no longer
   * than it was then or is now. Undefined when the reply has no number left.
   */
  async give(passages: readonly Passage[]): Promise<NumberedPassage[] | undefined> {
    if (!this.#isLoaded) await this.#countStored()
    const fresh = passages.filter(({ passageId }) => !this.#numbers.has(passageId))
    const numbered = fresh
      .map((passage, index) => ({ ...passage, number: this.#last + 1 + index }))
      .filter(({ number }) => number <= passagesPerReply)
    if (fresh.length > 0 && numbered.length === 0) return undefined
    // Before the call is awaited: calls of one request run at the same time.
    this.#last += numbered.length
    for (const { passageId, number } of numbered) this.#numbers.set(passageId, number)
    try {
      if (numbered.length > 0 && this.#reply) {
        await storeGiven(this.#parts.db, { ...this.#reply, passages: numbered })
      }
    } catch (error) {
      for (const { passageId } of numbered) this.#numbers.delete(passageId)
      throw error
    }
    for (const passage of numbered) this.#take(passage)
    return passages.flatMap(({ passageId, text }) => {
      const known = this.#given.get(this.#numbers.get(passageId) ?? 0)
      return known ? [known.text.length > text.length ? { ...known, text } : known] : []
    })
  }

  /** Goes on after the numbers of earlier writers, whose passages could not be loaded in time; some may still arrive. */
  async #countStored(): Promise<void> {
    await this.#loading
    const stored = this.#reply ? await lastGiven(this.#parts.db, this.#reply) : 0
    this.#last = Math.max(this.#last, stored)
    this.#isLoaded = true
  }

  #take(passage: NumberedPassage): void {
    this.#given.set(passage.number, passage)
    this.addresses.add(passage)
    this.#numbers.set(passage.passageId, passage.number)
    this.#last = Math.max(this.#last, passage.number)
  }
}

const toPassage = ({
  id,
  name,
  sourceId,
  kind,
  page,
  headings,
  startSecond,
  address,
  text,
}: WordedPassage): Passage => ({
  ...{ passageId: id, sourceId, sourceName: name, kind, page, headings, startSecond, address, text },
})
