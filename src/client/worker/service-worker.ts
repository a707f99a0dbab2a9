import { cacheNames, clientsClaim } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { getCacheKeyForURL, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import {
  chatDeletedBy,
  HOUSE_HEADER,
  type HoldsAnswer,
  mayBeKept,
  mayChangePerson,
  READER_HEADER,
  type WorkerMessage,
} from '#shared/offline-cache.ts'
import { CACHE, KeptAnswers } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

/** The app's page in the precache manifest; no user opens this address. */
const SHELL = '/app?casca'
/** After this a slow network counts as offline. */
const PATIENCE_SECONDS = 10

/** About fifty chats and their lists. */
const MAX_ENTRIES = 120
/** Older responses are not shown. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60

const kept = new KeptAnswers(
  caches,
  new CacheExpiration(CACHE, { maxEntries: MAX_ENTRIES, maxAgeSeconds: MAX_AGE_SECONDS }),
)

clientsClaim()
// An older version's responses may have another shape.
self.addEventListener('activate', (event) => event.waitUntil(kept.forgetAll().catch(() => undefined)))

/** Keeps the page as the house looks now: a response names it in a header. */
async function renewShell(now: Response): Promise<void> {
  const held = await matchPrecache(SHELL)
  const key = getCacheKeyForURL(SHELL)
  if (!held || !key || held.headers.get(HOUSE_HEADER) === now.headers.get(HOUSE_HEADER)) return
  const shell = await fetch(SHELL, { cache: 'no-cache' })
  if (shell.ok) await (await caches.open(cacheNames.precache)).put(key, shell)
}

// The page and its policy are one response, and are cached together.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [
        {
          handlerDidError: () => matchPrecache(SHELL),
          handlerDidRespond: async ({ event, response }) => {
            if (response?.ok) event.waitUntil(renewShell(response).catch(() => undefined))
          },
        },
      ],
    }),
    { allowlist: [/^\/(app|sign-in|sign-up|forgot|reset-password|callback)([/?]|$)/] },
  ),
)
precacheAndRoute(self.__WB_MANIFEST)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && mayBeKept(url),
  async ({ request, event }) => {
    const asked = kept.era
    const answer = await fetch(request).catch(() => undefined)
    if (answer) {
      // The session is over, or the user is blocked.
      if (answer.status === 401 || answer.status === 403) await kept.forgetAll()
      // A full disk stores nothing.
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
  // Navigations are not intercepted: a form of another site would pass for ours.
  if (isChange && mode === 'navigate') event.waitUntil(kept.forgetAll())
  // Before the page gets the response, and for any outcome.
  else if (isChange) event.respondWith(thenForget(event.request, () => kept.forgetAll()))
  else if (chatId) event.respondWith(thenForget(event.request, () => kept.forgetChat(chatId)))
})

async function thenForget(request: Request, forget: () => Promise<void>): Promise<Response> {
  const answer = await fetch(request).catch(() => Response.error())
  // A failed removal must not block the sign-out.
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
  // Taken once: a sign-out stops the whole round.
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
