import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Waits until a service worker controls the page. */
export async function workerTakesOver(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 60_000,
  })
}

/** API addresses in this browser's caches, and the content of all caches and databases. */
export async function keptIn(page: Page): Promise<{ paths: string[]; text: string }> {
  const answers = await page.evaluate(async () => {
    const caching = (await caches.keys()).map((name) => caches.open(name))
    const found = (await Promise.all(caching)).map(async (cache) => {
      const requests = [...(await cache.keys())]
      return Promise.all(
        requests.map(async (request) => {
          // The app's own files are many, and not personal.
          const isFile = /^\/(assets|agents|icons)\//.test(new URL(request.url).pathname)
          const text = isFile ? '' : await (await cache.match(request))?.text()
          return { url: request.url, text: text ?? '' }
        }),
      )
    })
    return (await Promise.all(found)).flat()
  })
  const paths = answers.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  const text = [...answers.flatMap(({ url, text }) => [url, text]), await databasesOf(page)].join('\n')
  return { paths, text }
}

/** Every row of every database as one text. */
const databasesOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const rows: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        rows.push(await done(database.transaction(store).objectStore(store).getAll()))
      }
      database.close()
    }
    return JSON.stringify(rows)
  })

/** Waits until the chat is readable offline with this text. */
export async function isKept(page: Page, chatId: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const kept = await keptIn(page)
      return kept.paths.includes(`/api/v1/chats/${chatId}/messages`) && kept.text.includes(text)
    })
    .toBe(true)
}

/** Waits until the browser's caches and databases contain no personal data. */
export async function nothingIsKept(page: Page, secret: RegExp): Promise<void> {
  await expect.poll(async () => (await keptIn(page)).paths).toEqual([])
  expect((await keptIn(page)).text).not.toMatch(secret)
}

export const offlineBanner = (page: Page) => page.getByText('Sem conexão', { exact: true })

export const queuedOf = (page: Page) => page.getByRole('article', { name: 'Mensagem na fila' })
