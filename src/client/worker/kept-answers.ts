import type { CacheExpiration } from 'workbox-expiration'
import { KEPT_HEADER, READER_HEADER } from '#shared/offline-cache.ts'

export const CACHE = 'elenco-reading'
/** A screen that shows a list has read it itself. */
const FRESH_MS = 10_000

type Expiration = Pick<CacheExpiration, 'updateTimestamp' | 'expireEntries' | 'isURLExpired' | 'delete'>

/** Responses that one user of this browser may read offline. `expiration` limits their number and age. */
export class KeptAnswers {
  readonly #caches: CacheStorage
  readonly #expiration: Expiration
  #era = 0
  #owner: string | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(caches: CacheStorage, expiration: Expiration) {
    this.#caches = caches
    this.#expiration = expiration
  }

  /** Taken before a request: a response that arrives after a removal is not stored. */
  get era(): number {
    return this.#era
  }

  /** Removes every response and address. */
  forgetAll(): Promise<void> {
    this.#era += 1
    return this.#inTurn(() => this.#clean())
  }

  /** Removes one chat, and every list that may contain it. */
  forgetChat(chatId: string): Promise<void> {
    this.#era += 1
    return this.#inTurn(async () => {
      const cache = await this.#caches.open(CACHE)
      for (const { url } of await cache.keys()) {
        const isList = new URL(url).pathname === '/api/v1/chats'
        if (isList || url.includes(chatId)) await cache.delete(url)
      }
    })
  }

  /** Stores a response for the user that the server names in it; another user's responses are removed first. */
  async keep(url: string, answer: Response, asked: number): Promise<void> {
    const reader = answer.headers.get(READER_HEADER)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!reader || !isJson || answer.status !== 200) return
    // Outside the queue: a body that hangs must not block a removal, nor the sign-out that waits for it.
    const body = await answer.blob()
    return this.#inTurn(async () => {
      // The body took time.
      if (asked !== this.#era) return
      this.#owner ??= await this.#findOwner()
      if (this.#owner !== undefined && this.#owner !== reader) await this.#clean()
      this.#owner = reader
      const headers = new Headers(answer.headers)
      headers.set(KEPT_HEADER, new Date().toISOString())
      const cache = await this.#caches.open(CACHE)
      await cache.put(url, new Response(body, { headers }))
      await this.#expiration.updateTimestamp(url)
      await this.#expiration.expireEntries()
    })
  }

  /** The stored response for this reader; undefined for another reader or when it expired. */
  async find(url: string, reader: string): Promise<Response | undefined> {
    const kept = await this.#caches.match(url, { cacheName: CACHE })
    if (kept?.headers.get(READER_HEADER) !== reader) return undefined
    return (await this.#expiration.isURLExpired(url)) ? undefined : kept
  }

  /** Stored chat lists that were not refreshed recently. */
  async listsToReadAgain(): Promise<string[]> {
    const cache = await this.#caches.open(CACHE)
    const urls: string[] = []
    for (const request of await cache.keys()) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/api/v1/chats' || searchParams.has('agentId')) continue
      const keptAt = Date.parse((await cache.match(request))?.headers.get(KEPT_HEADER) ?? '')
      if (Date.now() - keptAt > FRESH_MS) urls.push(request.url)
    }
    return urls
  }

  async #findOwner(): Promise<string | undefined> {
    const cache = await this.#caches.open(CACHE)
    const [first] = await cache.keys()
    const kept = first && (await cache.match(first))
    return kept?.headers.get(READER_HEADER) ?? undefined
  }

  async #clean(): Promise<void> {
    this.#owner = undefined
    await this.#caches.delete(CACHE)
    await this.#expiration.delete()
  }

  /** Changes run one after another, so that no write follows a removal that it began before. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const next = this.#last.then(change)
    this.#last = next.catch(() => undefined)
    return next
  }
}
