import type { Page } from '@playwright/test'

/** Kilobytes of JavaScript that a first visit brings, at most; a journey holds them too. */
export const MOST_KB = { signIn: 165, chat: 230 }

/** Bytes by kind, as transferred (brotli), and how many requests brought them. */
export type Weight = { js: number; css: number; fonts: number; images: number; all: number; requests: number }

type Entry = { name: string; encodedBodySize: number }

/** What a page has loaded until now. */
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
