import type { QueryClient } from '@tanstack/react-query'
import { inHouse } from '#client/lib/browser/house.ts'
import { postToWorker } from '#client/lib/browser/service-worker-messages.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { HoldsAnswer, WorkerMessage } from '#shared/offline-cache.ts'
import { prefetchChats } from './prefetch-chats.ts'
import { whenRepliesSettle } from './when-replies-settle.ts'

const ADDRESS = '/service-worker.js'
/** Minimum interval between version checks, which run when the page becomes visible. */
const LOOK_MS = 60 * 60_000
/** Reloads after this time even if the old worker is still busy. */
const TAKE_OVER_MS = 3_000

/** Registers the service worker for offline use, and announces new versions. */
export async function registerWorker(client: QueryClient): Promise<void> {
  watchVersions(client)
  prefetchChats(client)
  const registration = await navigator.serviceWorker.register(ADDRESS, { updateViaCache: 'none' })
  const offer = (worker: ServiceWorker) => offerVersion(worker, client)
  if (registration.waiting) void offer(registration.waiting)
  whenInstalled(registration.installing, offer)
  registration.addEventListener('updatefound', () => whenInstalled(registration.installing, offer))
  lookAgain(registration)
}

/** The version that the user accepted; its takeover reloads the page. */
let chosen: ServiceWorker | undefined

/** Ignores the first worker, which replaces none. */
function whenInstalled(worker: ServiceWorker | null, then: (worker: ServiceWorker) => Promise<void>): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void then(worker)
  })
}

async function offerVersion(worker: ServiceWorker, client: QueryClient): Promise<void> {
  const takeOver = () => tell(worker, { type: 'take-over' })
  const { holds, isAlone } = await ask(worker)
  // The page already has the new version; only its worker waits.
  if (holds) return isAlone ? takeOver() : undefined
  const update = () => {
    chosen = worker
    takeOver()
    // Pages come from the network: the reload gives the new version even while its worker waits.
    setTimeout(() => location.reload(), TAKE_OVER_MS)
  }
  whenRepliesSettle(client, () =>
    showToast(inHouse('Há uma versão nova do Elenco.'), 'info', {
      label: 'Atualizar',
      stays: true,
      onChoose: () => whenRepliesSettle(client, update),
    }),
  )
}

function watchVersions(client: QueryClient): void {
  let hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', async () => {
    const { controller } = navigator.serviceWorker
    const isFirst = !hadWorker
    hadWorker = true
    if (isFirst) return keepRead()
    if (chosen) return location.reload()
    if (!controller || (await ask(controller)).holds) return
    showToast(inHouse('O Elenco foi atualizado em outra aba. Recarregue esta quando puder.'), 'info', {
      label: 'Recarregar',
      stays: true,
      onChoose: () => whenRepliesSettle(client, () => location.reload()),
    })
  })
}

/** Caches the responses that this page read before the first worker was active. */
function keepRead(): void {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const paths = [...new Set(names)].filter((name) => name.includes('/api/v1/'))
  void postToWorker({ type: 'keep', paths })
}

function lookAgain(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_MS) return
    lookedAt = Date.now()
    // Offline: the next check will do.
    registration.update().catch(() => undefined)
  })
}

const tell = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports)

/** Whether a worker has this page's version. */
function ask(worker: ServiceWorker): Promise<HoldsAnswer> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<HoldsAnswer>) => resolve(data)
    tell(worker, { type: 'holds', url: entry?.src ?? '' }, [port2])
  })
}
