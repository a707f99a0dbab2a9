import type { Page } from '@playwright/test'

/** Maximum kilobytes of JavaScript in a first visit; a browser test enforces them too. */
export const MOST_KB = { signIn: 165, chat: 230 }

/** Bytes transferred by type (brotli), and the number of requests. */
export type Weight = { js: number; css: number; fonts: number; images: number; all: number; requests: number }

type Entry = { name: string; encodedBodySize: number }

/** The page's transfers so far. */
export async function weigh(page: Page): Promise<Weight> {
  const entries = await page.evaluate<Entry[]>(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  )
  const sum = (kind: RegExp) =>
    entries
      .filter(({ name }) => kind.test(new URL(name).pathname))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
  return {
    js: sum(/\.js$/),
    css: sum(/\.css$/),
    fonts: sum(/\.woff2$/),
    images: sum(/\.(svg|png|webp|jpg)$/),
    all: sum(/./),
    requests: entries.length,
  }
}
