import type { Page } from '@playwright/test'
import { median } from '../report.ts'
import { SLOWED, type WebRig } from './rig.ts'
import { type SlowLink, startSlowLink } from './slow-link.ts'

const RUNS = 3

/** Resolves when the page's service worker, which has then stored the whole app, answers its requests. */
const CONTROLLED = `new Promise((resolve) => {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) resolve()
  else serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
})`

/** `shows` are selectors of everything that a person needs. */
export type Usable = { origin: string; path: string; shows: string[]; hasWorker: boolean }

/** Medians of the milliseconds until a page on slow 4G, slowed, is usable. */
export type UsableTimes = { cold: number; warm: number }

/** Visits with empty caches, then with those that a visit at full speed has left, its service worker included. */
export async function measureUsable(rig: WebRig, target: Usable): Promise<UsableTimes> {
  const link = await startSlowLink(target.origin)
  try {
    const cold: number[] = []
    const warm: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      cold.push(await timeOf(rig, target, link, false))
      warm.push(await timeOf(rig, target, link, true))
    }
    return { cold: median(cold), warm: median(warm) }
  } finally {
    link.close()
  }
}

async function timeOf(rig: WebRig, target: Usable, link: SlowLink, isWarm: boolean): Promise<number> {
  const context = await rig.openWindow(link.url)
  try {
    if (isWarm) {
      link.setSlow(false)
      const page = await context.newPage()
      await page.goto(target.path)
      if (target.hasWorker) await page.evaluate(CONTROLLED)
      await page.close()
    }
    link.setSlow(true)
    const page = await context.newPage()
    await rig.prepare(page, SLOWED)
    await page.addInitScript(`probe.awaitSight(${JSON.stringify(target.shows)})`)
    await page.goto(target.path, { waitUntil: 'commit' })
    return await usableTime(page)
  } finally {
    await context.close()
  }
}

/** Milliseconds from the navigation to the frame that shows everything that the page's window waits for. */
export const usableTime = (page: Page): Promise<number> => page.evaluate('probe.usable')
