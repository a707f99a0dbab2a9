import type { QueryClient } from '@tanstack/react-query'
import { postToWorker } from '#client/lib/browser/service-worker-messages.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { HoldsAnswer, WorkerMessage } from '#shared/offline-cache.ts'
import { prefetchChats } from './prefetch-chats.ts'
import { whenRepliesSettle } from './when-replies-settle.ts'

const ADDRESS = '/service-worker.js'
/** A page that stays open for days looks for a new version whenever somebody comes back to it, but not more often. */
const LOOK_MS = 60 * 60_000
/** The browser lets the old worker end what it is at first, which may be long. */
const TAKE_OVER_MS = 3_000

/** Has the browser keep the app, and what is read in it, for when there is no network; tells of new versions. */
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

/** The version that somebody asked for, whose take-over is to show at once. */
let chosen: ServiceWorker | undefined

/** A first worker has nobody to wait for: only one that comes after another is waiting when it is installed. */
function whenInstalled(worker: ServiceWorker | null, then: (worker: ServiceWorker) => Promise<void>): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void then(worker)
  })
}

async function offerVersion(worker: ServiceWorker, client: QueryClient): Promise<void> {
  const takeOver = () => tell(worker, { type: 'take-over' })
  const { holds, isAlone } = await ask(worker)
  // The page came from the network and is the new version already: it only waits for its worker.
  if (holds) return isAlone ? takeOver() : undefined
  const update = () => {
    chosen = worker
    takeOver()
    // Pages come from the network, so the new version is there even while its worker waits.
    setTimeout(() => location.reload(), TAKE_OVER_MS)
  }
  whenRepliesSettle(client, () =>
    showToast('Há uma versão nova do Elenco.', 'info', {
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
    showToast('O Elenco foi atualizado em outra aba. Recarregue esta quando puder.', 'info', {
      label: 'Recarregar',
      stays: true,
      onChoose: () => whenRepliesSettle(client, () => location.reload()),
    })
  })
}

/** What this page read before there was a worker to keep it. */
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
    // Without a network there is nothing to find; the next time will do.
    registration.update().catch(() => undefined)
  })
}

const tell = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports)

/** Whether a worker's version is the one that this page was built with. */
function ask(worker: ServiceWorker): Promise<HoldsAnswer> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<HoldsAnswer>) => resolve(data)
    tell(worker, { type: 'holds', url: entry?.src ?? '' }, [port2])
  })
}
