import { clientsClaim } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { getCacheKeyForURL, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import {
  chatDeletedBy,
  type HoldsAnswer,
  mayBeKept,
  mayChangePerson,
  READER_HEADER,
  type WorkerMessage,
} from '#shared/offline-cache.ts'
import { CACHE, KeptAnswers } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

/** The page of the app as the build names it in the list of files; nobody opens this address. */
const SHELL = '/app?casca'
/** A network that lets a page wait this long may as well not be there. */
const PATIENCE_SECONDS = 10

/** Some fifty conversations and the lists that lead to them. */
const MAX_ENTRIES = 120
/** What nobody has asked the server for since is not the person's present any more. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60

const kept = new KeptAnswers(
  caches,
  new CacheExpiration(CACHE, { maxEntries: MAX_ENTRIES, maxAgeSeconds: MAX_AGE_SECONDS }),
)

clientsClaim()
// What an older version kept may have another shape than this one's pages expect.
self.addEventListener('activate', (event) => event.waitUntil(kept.forgetAll().catch(() => undefined)))

// The page and the policy that names its nonce are one answer of the server, kept as one.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [{ handlerDidError: () => matchPrecache(SHELL) }],
    }),
    { allowlist: [/^\/(app|sign-in|sign-up|forgot|reset-password|callback|terms|privacy)([/?]|$)/] },
  ),
)
precacheAndRoute(self.__WB_MANIFEST)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && mayBeKept(url),
  async ({ request, event }) => {
    const asked = kept.era
    const answer = await fetch(request).catch(() => undefined)
    if (answer) {
      // The session is over, or its person was sent away.
      if (answer.status === 401 || answer.status === 403) await kept.forgetAll()
      // A disk that is full keeps nothing, and harms nobody.
      else event.waitUntil(kept.keep(request.url, answer.clone(), asked).catch(() => undefined))
      return answer
    }
    const reader = request.headers.get(READER_HEADER)
    return (reader && (await kept.find(request.url, reader))) || Response.error()
  },
)

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== self.location.origin) return
  const chatId = chatDeletedBy(method, pathname)
  const isChange = mayChangePerson(method, pathname)
  // What the browser itself opens goes its own way: asked for from here, another site's form would pass for ours.
  if (isChange && mode === 'navigate') event.waitUntil(kept.forgetAll())
  // Before the page hears of it, and whatever became of the call: from then on nothing is left to be read.
  else if (isChange) event.respondWith(thenForget(event.request, () => kept.forgetAll()))
  else if (chatId) event.respondWith(thenForget(event.request, () => kept.forgetChat(chatId)))
})

async function thenForget(request: Request, forget: () => Promise<void>): Promise<Response> {
  const answer = await fetch(request).catch(() => Response.error())
  // A browser that can't clean must not keep anybody from signing out.
  await forget().catch(() => undefined)
  return answer
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.type === 'forget') event.waitUntil(kept.forgetAll())
  if (message.type === 'keep') event.waitUntil(keepAll(message.paths))
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (message.type === 'holds') event.waitUntil(tellHeld(message.url, event.ports[0]))
})

async function keepAll(paths: readonly string[]): Promise<void> {
  // Of the whole round: what is left of it when somebody signs out is not read for them any more.
  const asked = kept.era
  for (const path of [...paths, ...(await kept.listsToReadAgain())]) {
    const url = new URL(path, self.location.origin)
    if (url.origin !== self.location.origin || !mayBeKept(url)) continue
    const answer = await fetch(url).catch(() => undefined)
    if (answer) await kept.keep(url.href, answer, asked).catch(() => undefined)
  }
}

async function tellHeld(url: string, port: MessagePort | undefined): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answer: HoldsAnswer = { holds: getCacheKeyForURL(url) !== undefined, isAlone: windows.length < 2 }
  port?.postMessage(answer)
}
