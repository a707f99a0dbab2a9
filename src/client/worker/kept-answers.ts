import type { CacheExpiration } from 'workbox-expiration'
import { KEPT_HEADER, READER_HEADER } from '#shared/offline-cache.ts'

export const CACHE = 'elenco-reading'
/** A screen that shows a list has just read it itself. */
const FRESH_MS = 10_000

type Expiration = Pick<CacheExpiration, 'updateTimestamp' | 'expireEntries' | 'isURLExpired' | 'delete'>

/**
 * The answers that one person of this browser may read without a network. `expiration` bounds them, and knows their
 * addresses for as long as they are there.
 */
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

  /** To be taken when the server is asked: what is asked before a cleaning and answered after it is not kept. */
  get era(): number {
    return this.#era
  }

  /** Leaves nothing of anybody, neither answers nor the addresses that they were for. */
  forgetAll(): Promise<void> {
    this.#era += 1
    return this.#inTurn(() => this.#clean())
  }

  /** Leaves nothing of one conversation, and no list that may name it. */
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

  /** Keeps an answer for the one person whom the server names in it; what somebody else left goes first. */
  async keep(url: string, answer: Response, asked: number): Promise<void> {
    const reader = answer.headers.get(READER_HEADER)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!reader || !isJson || answer.status !== 200) return
    // Before its turn comes: a body that gets stuck must not hold up a cleaning, nor the sign-out that waits for it.
    const body = await answer.blob()
    return this.#inTurn(async () => {
      // The body may have taken its time.
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

  /** What is kept of an address for the person who asks; nobody else's, and nothing that has grown too old. */
  async find(url: string, reader: string): Promise<Response | undefined> {
    const kept = await this.#caches.match(url, { cacheName: CACHE })
    if (kept?.headers.get(READER_HEADER) !== reader) return undefined
    return (await this.#expiration.isURLExpired(url)) ? undefined : kept
  }

  /** The kept lists of all conversations that nobody has asked for in a while: they may lack what happened since. */
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

  /** Changes happen one after the other, so that nothing is put down again behind a cleaning's back. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const next = this.#last.then(change)
    this.#last = next.catch(() => undefined)
    return next
  }
}
